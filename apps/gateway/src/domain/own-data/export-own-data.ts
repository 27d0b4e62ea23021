import { setTimeout as pause } from 'node:timers/promises';
import { listApiKeys } from '../../store/api-keys-repository.ts';
import { listLedgerBefore } from '../../store/ledger-repository.ts';
import type { LogRow, LogStore } from '../../store/log-store/log-store.ts';
import { findLastLogId } from '../../store/logs-repository.ts';
import { listSubscriptions } from '../../store/notification-targets-repository.ts';
import { listPayloadsAfter } from '../../store/payloads-repository.ts';
import { listOrdersBefore } from '../../store/order-search-repository.ts';
import { listPasskeys } from '../../store/passkeys-repository.ts';
import { pageSignIns } from '../../store/sign-ins-repository.ts';
import { presentApiKey } from '../accounts/api-key-administration.ts';
import { presentUser } from '../accounts/present-users.ts';
import { presentChange } from '../accounts/read-balance-changes.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { presentLog } from '../log/log-reading.ts';
import { openStored, presentOwnPayload } from '../payloads/read-payload.ts';
import { presentOwnOrder } from '../payments/present-order.ts';
import { presentPasskey } from '../second-factors/passkeys.ts';
import { presentSignIn } from '../sign-ins/list-sign-ins.ts';
import { listReceivedInvitations } from '../teams/invitations.ts';
import { ownRecords } from './own-records.ts';

type OwnDataContext = Pick<
  Domain,
  | 'store'
  | 'logs'
  | 'wallet'
  | 'clock'
  | 'keyring'
  | 'catalog'
  | 'signInHistory'
  | 'payloads'
  | 'options'
>;
type Section = AsyncGenerator<object[]>;

/** Small enough, with a pause after each batch, that calls of the relay are hardly affected. */
const ROWS_AT_ONCE = 200;
const PAYLOADS_AT_ONCE = 5;
const PAUSE_MS = 4;
const NEWEST = Number.MAX_SAFE_INTEGER;

/**
 * Exports everything that belongs to a user, as JSON lines `{kind, row}`: nothing of anybody else, and no
 * secrets. Rows are read as they are consumed, so memory stays constant whatever the length. Throws AppError
 * log_store_away.
 */
export function exportOwnData(
  domain: OwnDataContext,
  user: UserRow,
  language: Language,
): AsyncGenerator<string> {
  const logs = domain.logs.open(rowsOf(user.id));
  return listEverything({ ...domain, logs, user, language });
}

const rowsOf = (userId: number) => ({ userIds: [userId], start: 1 });

type ExportContext = Omit<OwnDataContext, 'logs'> & {
  logs: LogStore;
  user: UserRow;
  language: Language;
};

async function* listEverything(domain: ExportContext): AsyncGenerator<string> {
  const { user } = domain;
  await domain.wallet.flush();
  await domain.signInHistory.flush();
  const sections: Record<string, Section> = {
    profile: once([await presentUser(domain, user)]),
    passkey: once((await listPasskeys(domain.store.db, user.id)).map(presentPasskey)),
    invitation: once(await listReceivedInvitations(domain, user)),
    subscription: once(await listSubscriptions(domain.store.db, user.id)),
    ...Object.fromEntries(
      ownRecords.map(({ kind, read }) => [kind, read(domain, user.id, ROWS_AT_ONCE)]),
    ),
    key: keys(domain, user.id),
    order: orders(domain, user.id),
    balance_change: balanceChanges(domain, user.id),
    sign_in: signIns(domain, user.id),
    log: logRows(domain),
    payload: payloads(domain, user.id),
  };
  for (const [kind, section] of Object.entries(sections))
    for await (const rows of section) {
      yield rows.map((row) => `${JSON.stringify({ kind, row })}\n`).join('');
      await pause(PAUSE_MS);
    }
}

async function* once(rows: object[]): Section {
  if (rows.length > 0) yield rows;
}

async function* keys(domain: Omit<OwnDataContext, 'logs'>, userId: number): Section {
  for (let page = 1; ; page += 1) {
    const pageQuery = { page, pageSize: ROWS_AT_ONCE };
    const { items } = await listApiKeys(domain.store.db, { userId }, pageQuery);
    yield items.map((row) => {
      const { key: _secret, key_unreadable: _unreadable, ...rest } = presentApiKey(domain, row);
      return rest;
    });
    if (items.length < ROWS_AT_ONCE) return;
  }
}

/** Reads rows from newest to oldest, each batch below the last row of the previous one. */
async function* readDescending<Row extends { id: number }>(
  read: (before: number) => Promise<Row[]>,
  present: (row: Row) => object,
): Section {
  let before = NEWEST;
  for (;;) {
    const rows = await read(before);
    yield rows.map(present);
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || !last) return;
    before = Number(last.id);
  }
}

const orders = ({ store }: Pick<Domain, 'store'>, userId: number): Section =>
  readDescending(
    (before) => listOrdersBefore(store.db, { userId }, { before, limit: ROWS_AT_ONCE }),
    presentOwnOrder,
  );

const balanceChanges = ({ store }: Pick<Domain, 'store'>, userId: number): Section =>
  readDescending(
    (before) => listLedgerBefore(store.db, userId, { before, limit: ROWS_AT_ONCE }),
    presentChange,
  );

async function* signIns({ store }: Pick<Domain, 'store'>, userId: number): Section {
  for (let page = 1; ; page += 1) {
    const { items } = await pageSignIns(store.db, userId, { page, pageSize: ROWS_AT_ONCE });
    yield items.map(presentSignIn);
    if (items.length < ROWS_AT_ONCE) return;
  }
}

/**
 * Exports the requests and responses of the user's calls, as far as they are stored, but not what upstreams
 * sent to the gateway.
 */
async function* payloads(domain: Omit<OwnDataContext, 'logs'>, userId: number): Section {
  await domain.payloads.flush();
  let after = { created_at: -1, call_id: '' };
  for (;;) {
    const rows = await listPayloadsAfter(domain.store.db, userId, {
      after,
      limit: PAYLOADS_AT_ONCE,
    });
    for (const row of rows) {
      const opened = await openStored(domain, row);
      if (opened) yield [presentOwnPayload(row, opened)];
    }
    const last = rows.at(-1);
    if (rows.length < PAYLOADS_AT_ONCE || !last) return;
    after = last;
  }
}

async function* logRows(domain: ExportContext): Section {
  const { store, logs, user, language } = domain;
  const lastId = await findLastLogId(store.reader);
  const filter = rowsOf(user.id);
  let after: LogRow | undefined;
  do {
    const pageQuery = { after, lastId, limit: ROWS_AT_ONCE };
    const rows: LogRow[] = await logs.listAfter(filter, pageQuery);
    yield rows.map((row) => presentLog(domain, row, { ownerId: user.id, language }));
    after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1);
  } while (after);
}
