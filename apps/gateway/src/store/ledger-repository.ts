import { type Selectable, sql } from 'kysely';
import { type CappedPage, type PageRequest, readCappedPage } from './paging.ts';
import type { LedgerTable, Db } from './schema.ts';

export type LedgerRow = Selectable<LedgerTable>;

/** Criteria for entries. */
export interface LedgerFilter {
  kinds?: readonly string[] | undefined;
  /** Any kind except these. */
  otherThan?: readonly string[] | undefined;
  /** Seconds, both inclusive; 0 means unbounded. */
  start: number;
  end: number;
}

const ALL_ENTRIES: LedgerFilter = { start: 0, end: 0 };

function matching(db: Db, userId: number, { kinds, otherThan, start, end }: LedgerFilter) {
  return db
    .selectFrom('ledger')
    .where('user_id', '=', userId)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .$if(otherThan !== undefined, (query) => query.where('kind', 'not in', otherThan ?? []))
    .$if(start > 0, (query) => query.where('created_at', '>=', start))
    .$if(end > 0, (query) => query.where('created_at', '<=', end));
}

/** Returns one page of a user's matching entries, newest first. */
export function pageLedger(
  db: Db,
  userId: number,
  { page, filter }: { page: PageRequest; filter: LedgerFilter },
): Promise<CappedPage<LedgerRow>> {
  const matches = () => matching(db, userId, filter);
  return readCappedPage(
    (limit) =>
      db
        .selectFrom(matches().select('id').limit(limit).as('found'))
        .select(sql<number>`count(*)`.as('count')),
    matches().selectAll().orderBy('id', 'desc'),
    page,
  );
}

/** Lists a user's matching entries with an id below `before`, newest first. */
export function listLedgerBefore(
  db: Db,
  userId: number,
  { before, limit, filter = ALL_ENTRIES }: { before: number; limit: number; filter?: LedgerFilter },
): Promise<LedgerRow[]> {
  return matching(db, userId, filter)
    .selectAll()
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What a balance change booked. */
export type Booked = Pick<LedgerRow, 'amount' | 'balance_after' | 'reason'>;

/** Finds what a balance change booked, if it is already booked. */
export function findBooked(db: Db, idempotencyKey: string): Promise<Booked | undefined> {
  return db
    .selectFrom('ledger')
    .select(['amount', 'balance_after', 'reason'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

export interface LedgerDifference {
  userId: number;
  quota: number;
  ledgerSum: number;
}

/** Lists users whose balance is not the sum of their ledger; empty if the ledger is balanced. */
export async function findLedgerDifferences(db: Db): Promise<LedgerDifference[]> {
  const sums = db
    .selectFrom('ledger')
    .select(['user_id', sql<number>`cast(sum(amount) as bigint)`.as('total')])
    .groupBy('user_id')
    .as('sums');
  const rows = await db
    .selectFrom('users')
    .leftJoin(sums, 'sums.user_id', 'users.id')
    .select(['users.id', 'users.quota', sql<number>`coalesce(sums.total, 0)`.as('total')])
    .where(sql<boolean>`users.quota <> coalesce(sums.total, 0)`)
    .execute();
  return rows.map(({ id, quota, total }) => ({ userId: id, quota, ledgerSum: Number(total) }));
}
