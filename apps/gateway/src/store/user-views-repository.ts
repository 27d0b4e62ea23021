import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from './schema.ts';
import type { UserViewsTable } from './user-views-table.ts';

export type UserViewRow = Selectable<UserViewsTable>;

/** Lists the views of a user's list by name, at most `limit`. */
export function listUserViews(
  db: Db,
  { userId, list, limit }: { userId: number; list: string; limit: number },
): Promise<UserViewRow[]> {
  return db
    .selectFrom('user_views')
    .selectAll()
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Saves a view, replacing one of the same name. */
export function saveUserView(
  db: Db,
  view: Omit<Insertable<UserViewsTable>, 'id'>,
): Promise<UserViewRow> {
  const { search, saved_at } = view;
  return db
    .insertInto('user_views')
    .values(view)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'list', 'name']).doUpdateSet({ search, saved_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a view of this user; returns whether there was one. */
export async function deleteUserView(db: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
