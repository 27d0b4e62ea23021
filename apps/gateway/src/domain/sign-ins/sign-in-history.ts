import { type Clock, nowSeconds } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  addFailedSignIns,
  countFailureRows,
  insertSignIn,
  type NewSignIn,
} from '../../store/sign-ins-repository.ts';
import type { Store } from '../../store/open-store.ts';

const HOUR = 3600;
/** Maximum number of rows for one account's failures in an hour; further addresses share one more. */
const ADDRESSES_MAX = 50;
/** Maximum number of failures waiting to be written; further ones are dropped. */
const WAITING_MAX = 1000;
/**
 * Failures are written in batches, well after their response, so that its timing reveals nothing about an
 * account.
 */
const WRITE_AFTER_MS = 1000;
const USER_AGENT_MAX = 200;

/** An attempt to sign in: whose, by what method, from where. */
export interface SignInTry {
  userId: number;
  method: string;
  address: string;
  userAgent: string;
}

/** Records who signed in and who tried to. */
export interface SignInHistory {
  /** Records a sign-in immediately. */
  noteSuccess(attempt: SignInTry): Promise<void>;
  /** Records a failure shortly; those of one account, address and hour become one row. */
  noteFailure(attempt: SignInTry, failure: string): void;
  /** Writes everything waiting; never throws. */
  flush(): Promise<void>;
  /** Writes everything waiting and stops. */
  close(): Promise<void>;
}

// Not taken from `Domain`, which contains the history.
interface SignInHistoryContext {
  store: Store;
  clock: Clock;
  log: Logger;
}

export function createSignInHistory({ store, clock, log }: SignInHistoryContext): SignInHistory {
  const pending = new Map<string, NewSignIn>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const rowOf = ({ userId, method, address, userAgent }: SignInTry) => {
    const at = nowSeconds(clock);
    const user_agent = userAgent.slice(0, USER_AGENT_MAX);
    const timestamps = { first_at: at, last_at: at };
    return { user_id: userId, method, ip: address, user_agent, ...timestamps, tries: 1 };
  };

  async function writeFailures(row: NewSignIn): Promise<void> {
    const hour = Math.floor(row.first_at / HOUR);
    const counted = { userId: row.user_id, since: hour * HOUR, key: row.fold_key ?? '' };
    const { isKnown, rows } = await countFailureRows(store.db, counted);
    const isOverLimit = !isKnown && rows >= ADDRESSES_MAX;
    const shared = { ip: '', user_agent: '', fold_key: `${row.user_id} ${hour}` };
    await addFailedSignIns(store.db, isOverLimit ? { ...row, ...shared } : row);
  }

  async function writePending(): Promise<void> {
    const rows = [...pending.values()];
    pending.clear();
    // Written one after the other: a flood of attempts must not keep the database busy.
    for (const row of rows)
      await writeFailures(row).catch((error: unknown) =>
        log.warn({ err: error }, 'failed sign-in not recorded'),
      );
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writePending);
    return writing;
  }

  return {
    noteSuccess: (attempt) =>
      insertSignIn(store.db, { ...rowOf(attempt), failure: '', fold_key: null }),
    noteFailure(attempt, failure) {
      const row = rowOf(attempt);
      const key = `${row.user_id} ${Math.floor(row.first_at / HOUR)} ${row.ip}`;
      const before = pending.get(key);
      if (!before && pending.size >= WAITING_MAX) return;
      const { first_at, tries } = before ?? { ...row, tries: 0 };
      pending.set(key, { ...row, failure, first_at, tries: tries + 1, fold_key: key });
      timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS).unref();
    },
    flush,
    close: flush,
  };
}
