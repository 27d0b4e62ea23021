import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  deleteMark,
  type HourChargeTotals,
  listIds,
  listLeaseOwners,
  listLedgerUsers,
  readHourChargeTotals,
  readHourlyTotals,
  readMarks,
  readApiKeyLeaseTotals,
  readUserLedgerTotals,
  saveCheckpoints,
  saveMark,
} from '../../store/reconciliation-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { showDiscrepancies } from './wallet-metrics.ts';

const RULES = [
  'ledger',
  'earnings',
  'usage',
  'held',
  'balance',
  'hourly',
  'log',
  'log-sums',
] as const;
export type ReconciliationRule = (typeof RULES)[number];

/** The last run of a comparison. */
export interface RuleRun {
  rule: ReconciliationRule;
  /** Unix seconds; undefined before the first run. */
  checkedAt: number | undefined;
  /** Number of users, keys or hours compared. */
  comparedCount: number;
}

/** Two figures of ledger, balances or log that disagree. In quota. */
export interface Discrepancy {
  subject: 'user' | 'token' | 'hour';
  /** Id of the user or key; or the start of the hour in Unix seconds. */
  id: number;
  /** The rule that was violated: figures that must be equal, or a minimum. */
  rule: ReconciliationRule;
  should: number;
  is: number;
}

const CHUNK = 500;
/** How many users and keys every run checks in turn, whether they changed or not. */
const ROUND = 500;
const HOURLY_ROUND = 50;
const HOURS_A_RUN = 3;
/** Calls of an hour are applied well within this time after its end. */
const HOUR_SETTLES_SECONDS = 600;
/** Transactions end within this time: after it no ledger row with a lower id appears. */
const LEDGER_SETTLES_SECONDS = 120;

/**
 * Ledger reconciliation: finds mismatches and changes nothing but its own marks. `now` is in Unix seconds.
 * - For every user with new ledger rows, every lease owner, and users and keys in turn: ledger sum = balance,
 *   earnings ledger = earnings, ledger usage = used quota, leases = held, nothing below 0 or below what is
 *   held.
 * - For fewer users in turn: hourly sums = used quota.
 * - For every hour, once, after it has settled: log rows = hourly sums, log rows = totals.
 *
 * Mismatches are checked again in every run until they are fixed. Cost: the new ledger rows, and one hour of
 * the log per hour; ledger sums continue from checkpoints, never from the start. Large reads use the store's
 * reader, not the calls' connection.
 */
export async function reconcileLedger(store: Store, now: number): Promise<Discrepancy[]> {
  const check = new Reconciliation(store, now, await readMarks(store.db));
  return check.run();
}

/**
 * Returns the result of the latest run, on whichever node. `checkedAt` is in Unix seconds, undefined before
 * the first run.
 */
export async function readLastReconciliation(
  store: Store,
): Promise<{ checkedAt: number | undefined; discrepancies: Discrepancy[]; rules: RuleRun[] }> {
  const marks = await readMarks(store.db);
  return {
    checkedAt: marks.get(CHECKED),
    rules: RULES.map((rule) => ({
      rule,
      checkedAt: marks.get(RAN + rule),
      comparedCount: marks.get(COMPARED + rule) ?? 0,
    })),
    discrepancies: [...marks].flatMap(([name, is]) => discrepancyOf(name, is) ?? []),
  };
}

/** Reconciles, and reports mismatches in the log (level error) and in the metric. */
export async function reconcileAndReport({
  store,
  clock,
  log,
}: {
  store: Store;
  clock: Clock;
  log: Logger;
}): Promise<Discrepancy[]> {
  const discrepancies = await reconcileLedger(store, Math.floor(clock.nowMs() / 1000));
  showDiscrepancies(discrepancies.length);
  for (const discrepancy of discrepancies) log.error(discrepancy, 'ledger reconciliation mismatch');
  return discrepancies;
}

/**
 * Prefix of a discrepancy's mark: its name holds what is wrong and the expected value, its position the
 * actual one.
 */
const WRONG = 'wrong:';
/** The mark that holds the time of the latest run. */
const CHECKED = 'checked';
/** The marks of when each comparison last ran, and on how many rows. */
const RAN = 'ran:';
const COMPARED = 'looked:';

function markOf({ subject, id, rule, should }: Discrepancy): string {
  return `${WRONG}${subject}:${id}:${rule}:${should}`;
}

function discrepancyOf(mark: string, is: number): Discrepancy | undefined {
  const [, subject, id, rule, should] = mark.split(':');
  if (!mark.startsWith(WRONG) || rule === undefined) return undefined;
  return {
    subject: subject as Discrepancy['subject'],
    id: Number(id),
    rule: rule as Discrepancy['rule'],
    should: Number(should),
    is,
  };
}

class Reconciliation {
  readonly #store: Store;
  readonly #now: number;
  readonly #marks: ReadonlyMap<string, number>;
  readonly #found: Discrepancy[] = [];
  readonly #comparedCounts = new Map<ReconciliationRule, number>();

  constructor(store: Store, now: number, marks: ReadonlyMap<string, number>) {
    this.#store = store;
    this.#now = now;
    this.#marks = marks;
  }

  async run(): Promise<Discrepancy[]> {
    await this.#checkUsers();
    await this.#checkHourlyTotals();
    await this.#checkTokens();
    await this.#checkHours();
    await this.#saveSuspects();
    await this.#saveRuns();
    return this.#found;
  }

  async #checkUsers(): Promise<void> {
    const { db, reader } = this.#store;
    const changedUsers = await listLedgerUsers(
      db,
      this.#mark('ledger'),
      this.#now - LEDGER_SETTLES_SECONDS,
    );
    const round = await this.#nextOf('users', ROUND);
    const ids = new Set([
      ...changedUsers.map(({ userId }) => userId),
      ...(await listLeaseOwners(db, 'user')),
      ...this.#suspects('user'),
      ...round,
    ]);
    for (const chunk of chunksOf([...ids])) {
      const totals = await readUserLedgerTotals(reader, chunk);
      const consistent = totals.filter(
        ({ id, quota, held, used, booked, usage, leased, earnings, earned }) => {
          const before = this.#found.length;
          this.#expect('user', id, 'ledger', booked, quota);
          this.#expect('user', id, 'earnings', earned, earnings);
          this.#expect('user', id, 'usage', usage, used);
          this.#expect('user', id, 'held', leased, held);
          this.#expectCover('user', id, { held, balance: quota });
          return this.#found.length === before;
        },
      );
      await saveCheckpoints(db, consistent);
    }
    await this.#endRound('users', round, ROUND);
    const settled = Math.max(
      this.#mark('ledger'),
      ...changedUsers.map(({ settledId }) => settledId),
    );
    await saveMark(db, 'ledger', settled);
  }

  async #checkHourlyTotals(): Promise<void> {
    const { db, reader } = this.#store;
    const round = await listIds(db, 'users', this.#mark('hourly'), HOURLY_ROUND);
    for (const { id, used, summed } of await readHourlyTotals(reader, [
      ...this.#suspects('user'),
      ...round,
    ]))
      this.#expect('user', id, 'hourly', summed, used);
    await this.#endRound('hourly', round, HOURLY_ROUND);
  }

  async #checkTokens(): Promise<void> {
    const { db } = this.#store;
    const round = await this.#nextOf('tokens', ROUND);
    const owners = await listLeaseOwners(db, 'token');
    const ids = new Set([...owners, ...this.#suspects('token'), ...round]);
    for (const chunk of chunksOf([...ids])) {
      for (const { id, remain, held, leased } of await readApiKeyLeaseTotals(db, chunk)) {
        this.#expect('token', id, 'held', leased, held);
        this.#expectCover('token', id, { held, balance: remain });
      }
    }
    await this.#endRound('tokens', round, ROUND);
  }

  async #checkHours(): Promise<void> {
    const { db, reader } = this.#store;
    const current = this.#now - (this.#now % 3600);
    let hour = this.#marks.get('hour') ?? current;
    const settledHours: number[] = [];
    while (settledHours.length < HOURS_A_RUN && hour + 3600 + HOUR_SETTLES_SECONDS <= this.#now) {
      settledHours.push(hour);
      hour += 3600;
    }
    for (const hourStart of new Set([...this.#suspects('hour'), ...settledHours])) {
      const totals = await readHourChargeTotals(reader, hourStart);
      // Read again, because the reads are not one snapshot, and a stuck journal may book old calls in
      // between.
      const { logged, rolledUp, summed, complete } = doesAgree(totals)
        ? totals
        : await readHourChargeTotals(reader, hourStart);
      this.#expect('hour', hourStart, 'log-sums', logged, rolledUp);
      if (complete) this.#expect('hour', hourStart, 'log', summed, logged);
    }
    await saveMark(db, 'hour', hour);
  }

  /** Marks current mismatches for the next run, and removes the marks of those that are resolved. */
  async #saveSuspects(): Promise<void> {
    const { db } = this.#store;
    const wrong = new Map(this.#found.map((discrepancy) => [markOf(discrepancy), discrepancy.is]));
    for (const name of this.#marks.keys())
      if (name.startsWith(WRONG) && !wrong.has(name)) await deleteMark(db, name);
    for (const [name, is] of wrong) await saveMark(db, name, is);
    await saveMark(db, CHECKED, this.#now);
  }

  async #saveRuns(): Promise<void> {
    const { db } = this.#store;
    for (const [rule, comparedCount] of this.#comparedCounts) {
      await saveMark(db, RAN + rule, this.#now);
      await saveMark(db, COMPARED + rule, comparedCount);
    }
  }

  #expect(
    subject: Discrepancy['subject'],
    id: number,
    rule: Discrepancy['rule'],
    should: number,
    is: number,
  ): void {
    this.#comparedCounts.set(rule, (this.#comparedCounts.get(rule) ?? 0) + 1);
    if (should !== is) this.#found.push({ subject, id, rule, should, is });
  }

  /** Checks that the stored quota covers what is held. */
  #expectCover(
    subject: Discrepancy['subject'],
    id: number,
    { held, balance }: { held: number; balance: number },
  ): void {
    const isCovered = held >= 0 && balance >= held;
    this.#expect(subject, id, 'balance', isCovered ? balance : held, balance);
  }

  #nextOf(table: 'users' | 'tokens', limit: number): Promise<number[]> {
    return listIds(this.#store.db, table, this.#mark(table), limit);
  }

  /** Lets the next run continue after this slice, or start over after the last. */
  #endRound(name: string, round: readonly number[], limit: number): Promise<void> {
    const last = round.length < limit ? 0 : (round.at(-1) ?? 0);
    return saveMark(this.#store.db, name, last);
  }

  #mark(name: string): number {
    return this.#marks.get(name) ?? 0;
  }

  #suspects(subject: Discrepancy['subject']): number[] {
    const ids = [...this.#marks.keys()]
      .filter((name) => name.startsWith(`${WRONG}${subject}:`))
      .map((name) => Number(name.split(':')[2]));
    return [...new Set(ids)];
  }
}

function doesAgree({ logged, rolledUp, summed, complete }: HourChargeTotals): boolean {
  return logged === rolledUp && (!complete || summed === logged);
}

function chunksOf(ids: readonly number[]): number[][] {
  const chunks: number[][] = [];
  for (let start = 0; start < ids.length; start += CHUNK)
    chunks.push(ids.slice(start, start + CHUNK));
  return chunks;
}
