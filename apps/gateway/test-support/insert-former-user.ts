import type { Db } from '../src/store/schema.ts';

/** Inserts a user into a database of any schema since the first, with values of columns that it had then. */
export const insertFormerUser = (
  db: Db,
  id: number,
  columns: Record<string, string | number> = {},
) =>
  db
    .insertInto('users')
    .values({
      id,
      username: `u${id}`,
      username_lower: `u${id}`,
      display_name: '',
      role: 1,
      status: 1,
      group: 'default',
      aff_code: `code${id}`,
      created_at: 1,
      deleted_at: null,
      ...columns,
    })
    .execute();
