import type { Generated } from 'kysely';

/** Named list filters of users; a name is unique per user and list. */
export interface UserViewsTable {
  id: Generated<number>;
  user_id: number;
  /** The console's name of the list. */
  list: string;
  name: string;
  /** The query string of the list's address, without the ?. */
  search: string;
  saved_at: number;
}
