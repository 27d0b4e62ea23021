import { type Insertable, type Selectable, sql } from 'kysely';
import { type Page, type PageRequest, readPage } from './paging.ts';
import type { Db } from './schema.ts';
import type { SignInsTable } from './sign-ins-table.ts';

export type SignInRow = Selectable<SignInsTable>;
export type NewSignIn = Omit<Insertable<SignInsTable>, 'id'>;

export async function insertSignIn(db: Db, row: NewSignIn): Promise<void> {
  await db.insertInto('sign_ins').values(row).execute();
}

/** Adds failures to the row of their key, or creates it; the row has the last cause and browser. */
export async function addFailedSignIns(db: Db, row: NewSignIn): Promise<void> {
  const { method, failure, user_agent, last_at } = row;
  await db
    .insertInto('sign_ins')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('fold_key').doUpdateSet({
        method,
        failure,
        user_agent,
        last_at,
        tries: sql`sign_ins.tries + excluded.tries`,
      }),
    )
    .execute();
}

/**
 * Returns whether the failures of a key have a row, and how many rows of failures a user has since a time.
 */
export async function countFailureRows(
  db: Db,
  { userId, since, key }: { userId: number; since: number; key: string },
): Promise<{ isKnown: boolean; rows: number }> {
  const row = await db
    .selectFrom('sign_ins')
    .select('fold_key')
    .where('user_id', '=', userId)
    .where('last_at', '>=', since)
    .where('fold_key', 'is not', null)
    .execute();
  return { isKnown: row.some(({ fold_key: known }) => known === key), rows: row.length };
}

/** Lists a user's sign-ins, newest first. */
export function pageSignIns(db: Db, userId: number, page: PageRequest): Promise<Page<SignInRow>> {
  const query = db.selectFrom('sign_ins').where('user_id', '=', userId);
  return readPage(
    query.select(sql<number>`count(*)`.as('count')),
    query.selectAll().orderBy('last_at', 'desc').orderBy('id', 'desc'),
    page,
  );
}

/** Deletes at most `limit` rows that ended before a time; returns how many. */
export async function deleteOldSignIns(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const result = await db
    .deleteFrom('sign_ins')
    .where('id', 'in', (query) =>
      query
        .selectFrom('sign_ins')
        .select('id')
        .where('last_at', '<', before)
        .orderBy('last_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
