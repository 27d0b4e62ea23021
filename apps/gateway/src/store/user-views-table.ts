import type { Generated } from 'kysely';

/** Filters of a list that a user keeps under a name; a name is there once a user and list. */
export interface UserViewsTable {
  id: Generated<number>;
  user_id: number;
  /** The console's name of the list. */
  list: string;
  name: string;
  /** What stands behind the ? of the list's address. */
  search: string;
  saved_at: number;
}
