import { type Selectable, sql } from 'kysely';
import type { EarningsTable } from './earnings-tables.ts';
import type { Db } from './schema.ts';

export type EarningsRow = Selectable<EarningsTable>;

export interface EarningsOfDay {
  kind: string;
  /** Days since 1970, UTC. */
  day: number;
  amount: number;
}

/** Sums what was booked on each day, by kind. */
export async function sumEarningsByDay(db: Db, userId: number): Promise<EarningsOfDay[]> {
  const day = sql<number>`created_at / 86400`;
  const rows = await db
    .selectFrom('earnings')
    .select([day.as('day'), 'kind', sql<number>`sum(amount)`.as('amount')])
    .where('user_id', '=', userId)
    .groupBy([day, 'kind'])
    .execute();
  return rows.map(({ kind, day: on, amount }) => ({
    kind,
    day: Number(on),
    amount: Number(amount),
  }));
}

/** Lists the entries of a period after an id, oldest first. */
export function listEarnings(
  db: Db,
  { userId, from, until, after }: Record<'userId' | 'from' | 'until' | 'after', number>,
  limit: number,
): Promise<EarningsRow[]> {
  return db
    .selectFrom('earnings')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
