import { sql } from 'kysely';
import type { Db } from './schema.ts';
import type { Store } from './store.ts';

/** A user whose columns do not match the rows behind them. Quota units. */
export interface UnbalancedUser {
  id: number;
  /** The actual value of the column, and the expected one. */
  is: number;
  should: number;
  rule: 'ledger' | 'held' | 'earnings';
}

const SHOWN = 20;

/**
 * Lists users whose balance is not the sum of their whole ledger, and similar violations; at most 20 per
 * rule, each rule in one snapshot.
 */
export async function listUnbalancedUsers(db: Db): Promise<UnbalancedUser[]> {
  const sums = {
    ledger: sql`SELECT users.id, users.quota AS "is", coalesce(other.amount, 0) AS should FROM users
      LEFT JOIN (SELECT user_id, sum(amount) AS amount FROM ledger GROUP BY user_id) AS other ON other.user_id = users.id
      WHERE users.quota <> coalesce(other.amount, 0)`,
    held: sql`SELECT users.id, users.held AS "is", coalesce(other.amount, 0) AS should FROM users
      LEFT JOIN (SELECT owner_id, sum(amount) AS amount FROM leases WHERE owner_kind = 'user' GROUP BY owner_id) AS other ON other.owner_id = users.id
      WHERE users.held <> coalesce(other.amount, 0)`,
    earnings: sql`SELECT users.id, users.aff_quota - users.aff_owed AS "is", coalesce(other.amount, 0) AS should FROM users
      LEFT JOIN (SELECT user_id, sum(amount) AS amount FROM earnings GROUP BY user_id) AS other ON other.user_id = users.id
      WHERE users.aff_quota - users.aff_owed <> coalesce(other.amount, 0)`,
  };
  const unbalanced: UnbalancedUser[] = [];
  for (const rule of ['ledger', 'held', 'earnings'] as const) {
    const { rows } = await sql<Record<'id' | 'is' | 'should', number | string>>`
      ${sums[rule]} ORDER BY users.id LIMIT ${SHOWN}`.execute(db);
    for (const { id, is, should } of rows)
      unbalanced.push({ rule, id: Number(id), is: Number(is), should: Number(should) });
  }
  return unbalanced;
}

/**
 * Returns the faults that SQLite finds in the file, in its own words; empty if there are none. Reads the
 * whole file.
 */
export async function checkIntegrity({ db, kind }: Pick<Store, 'db' | 'kind'>): Promise<string[]> {
  if (kind !== 'sqlite') return [];
  const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check(10)`.execute(db);
  return rows.map(({ integrity_check: line }) => line).filter((line) => line !== 'ok');
}

/** Estimates the number of log rows without reading them. */
export async function countLogRows({ db, kind }: Pick<Store, 'db' | 'kind'>): Promise<number> {
  const { rows } = await (
    kind === 'sqlite'
      ? sql<{ count: number | null }>`SELECT max(id) - min(id) + 1 AS count FROM logs`
      : sql<{
          count: number | string;
        }>`SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint AS count FROM pg_class
          WHERE relkind = 'r' AND (oid = to_regclass('logs')
            OR oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('logs')))`
  ).execute(db);
  return Number(rows[0]?.count ?? 0);
}
