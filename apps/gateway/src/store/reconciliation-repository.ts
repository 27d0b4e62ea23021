import { LOG_CONSUME } from '@tollgate/contract';
import { sql } from 'kysely';
import { readHourTotal } from './log-totals-repository.ts';
import type { Db } from './schema.ts';

/** A user's figures from one statement, so from one snapshot. Quota units. */
export interface UserLedgerTotals {
  id: number;
  quota: number;
  held: number;
  /** Since the user was created here: usage that came with an import is not in the ledger. */
  used: number;
  /** Sum of the ledger. */
  booked: number;
  /** Usage according to the ledger, minus refunds of it. */
  usage: number;
  /** What all nodes lease of the balance. */
  leased: number;
  /** Unused earnings; negative if something is owed. */
  earnings: number;
  /** The sum of the ledger of earnings. */
  earned: number;
  /** The last ledger row in these sums. */
  ledgerId: number;
}

/** Sums users' ledgers from their checkpoints on, and reads what they must agree with. */
export async function readUserLedgerTotals(
  db: Db,
  ids: readonly number[],
): Promise<UserLedgerTotals[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Record<keyof UserLedgerTotals, number | string>>`
    SELECT users.id, users.quota, users.held, users.used_quota - users.imported_usage AS used,
      coalesce(points.balance, 0) + coalesce(sum(ledger.amount), 0) AS booked,
      coalesce(points.usage, 0) + coalesce(sum(CASE WHEN ledger.kind IN ('usage', 'refund') THEN -ledger.amount ELSE 0 END), 0) AS usage,
      coalesce(max(ledger.id), points.ledger_id, 0) AS "ledgerId",
      coalesce(lent.amount, 0) AS leased, users.aff_quota - users.aff_owed AS earnings,
      coalesce((SELECT sum(amount) FROM earnings WHERE earnings.user_id = users.id), 0) AS earned
    FROM users
    LEFT JOIN money_checkpoints AS points ON points.user_id = users.id
    LEFT JOIN ledger ON ledger.user_id = users.id AND ledger.id > coalesce(points.ledger_id, 0)
    LEFT JOIN (SELECT owner_id, sum(amount) AS amount FROM leases WHERE owner_kind = 'user' GROUP BY owner_id) AS lent
      ON lent.owner_id = users.id
    WHERE users.id IN (${sql.join(ids)})
    GROUP BY users.id, users.quota, users.held, users.used_quota, users.imported_usage, users.aff_quota, users.aff_owed, points.balance, points.usage, points.ledger_id, lent.amount`.execute(
    db,
  );
  return rows.map((row) => toNumbers(row));
}

/** Stores sums that were correct, so that the next check begins after them. */
export async function saveCheckpoints(db: Db, totals: readonly UserLedgerTotals[]): Promise<void> {
  if (totals.length === 0) return;
  await db
    .insertInto('money_checkpoints')
    .values(
      totals.map(({ id, ledgerId, booked, usage }) => ({
        user_id: id,
        ledger_id: ledgerId,
        balance: booked,
        usage,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((row) => ({
        ledger_id: row.ref('excluded.ledger_id'),
        balance: row.ref('excluded.balance'),
        usage: row.ref('excluded.usage'),
      })),
    )
    .execute();
}

export interface ApiKeyLeaseTotals {
  id: number;
  remain: number;
  held: number;
  leased: number;
}

/** Reads keys' limits and what nodes lease of them, in one snapshot. */
export async function readApiKeyLeaseTotals(
  db: Db,
  ids: readonly number[],
): Promise<ApiKeyLeaseTotals[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Record<keyof ApiKeyLeaseTotals, number | string>>`
    SELECT tokens.id, tokens.remain_quota AS remain, tokens.held, coalesce(lent.amount, 0) AS leased
    FROM tokens
    LEFT JOIN (SELECT owner_id, sum(amount) AS amount FROM leases WHERE owner_kind = 'token' GROUP BY owner_id) AS lent
      ON lent.owner_id = tokens.id
    WHERE tokens.id IN (${sql.join(ids)})`.execute(db);
  return rows.map((row) => toNumbers(row));
}

/** Sums of an hour's charges. */
export interface HourChargeTotals {
  /** In the log. */
  logged: number;
  /** In the sums of the log. */
  rolledUp: number;
  /** In the hourly sums. */
  summed: number;
  /** False where log rows were deleted. */
  complete: boolean;
}

/** Sums an hour's charges; not in one snapshot. */
export async function readHourChargeTotals(db: Db, hour: number): Promise<HourChargeTotals> {
  const { rows } = await sql<Record<'summed' | 'oldest', number | string>>`
    SELECT
      (SELECT coalesce(sum(quota - unlogged_quota), 0) FROM usage_hourly WHERE hour = ${hour}) AS summed,
      (SELECT coalesce(min(created_at), 0) FROM logs) AS oldest`.execute(db);
  const { summed, oldest } = toNumbers(rows[0] ?? {});
  let logged = 0;
  // A settled hour does not change, so it may be read minute by minute, which lets other readers in. Where
  // there are no rows for longer, nothing is read.
  for (let start: number | null = hour; start !== null;) {
    const minute = await sumMinute(db, start, hour + 3600);
    logged += minute.quota;
    start = minute.next;
  }
  return { logged, rolledUp: await readHourTotal(db, hour), summed, complete: oldest <= hour };
}

/** Sums the charges of a minute that begins at a second; and the time of the first row after it, before `end`. */
async function sumMinute(
  db: Db,
  start: number,
  end: number,
): Promise<{ quota: number; next: number | null }> {
  const stop = Math.min(start + 60, end);
  const row = await db
    .selectFrom('logs')
    .select([
      sql<number | string>`coalesce(sum(quota), 0)`.as('quota'),
      sql<
        number | string | null
      >`(SELECT min(created_at) FROM logs WHERE created_at >= ${stop} AND created_at < ${end})`.as(
        'next',
      ),
    ])
    .where('created_at', '>=', start)
    .where('created_at', '<', stop)
    .where('type', '=', LOG_CONSUME)
    .executeTakeFirstOrThrow();
  return { quota: Number(row.quota), next: row.next === null ? null : Number(row.next) };
}

/** Reads what users used, according to their own rows and to the hourly sums. */
export async function readHourlyTotals(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; used: number; summed: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Record<'id' | 'used' | 'summed', number | string>>`
    SELECT id, used_quota - imported_usage + imported_logged AS used,
      (SELECT coalesce(sum(quota), 0) FROM usage_hourly WHERE user_id = users.id) AS summed
    FROM users WHERE id IN (${sql.join(ids)})`.execute(db);
  return rows.map((row) => toNumbers(row));
}

/** Lists users with ledger rows after a position, each with their last row older than `before` (seconds). */
export async function listLedgerUsers(
  db: Db,
  after: number,
  before: number,
): Promise<{ userId: number; settledId: number }[]> {
  const rows = await db
    .selectFrom('ledger')
    .select([
      'user_id',
      sql<number>`coalesce(max(CASE WHEN created_at < ${before} THEN id END), 0)`.as('settled'),
    ])
    .where('id', '>', after)
    .groupBy('user_id')
    .execute();
  return rows.map(({ user_id: userId, settled }) => ({ userId, settledId: Number(settled) }));
}

/** Lists the next ids after one. */
export async function listIds(
  db: Db,
  table: 'users' | 'tokens',
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists owners of one kind that nodes hold leases of. */
export async function listLeaseOwners(db: Db, kind: 'user' | 'token'): Promise<number[]> {
  const rows = await db
    .selectFrom('leases')
    .select('owner_id')
    .distinct()
    .where('owner_kind', '=', kind)
    .execute();
  return rows.map(({ owner_id: id }) => id);
}

export async function readMarks(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('money_marks').selectAll().execute();
  return new Map(rows.map(({ name, position }) => [name, position]));
}

export async function saveMark(db: Db, name: string, position: number): Promise<void> {
  await db
    .insertInto('money_marks')
    .values({ name, position })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ position }))
    .execute();
}

export async function deleteMark(db: Db, name: string): Promise<void> {
  await db.deleteFrom('money_marks').where('name', '=', name).execute();
}

/** PostgreSQL returns sums as text. */
function toNumbers<Name extends string>(
  row: Partial<Record<Name, number | string>>,
): Record<Name, number> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Number(value)]),
  ) as Record<Name, number>;
}
