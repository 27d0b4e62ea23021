import { z } from 'zod';
import { nameText } from './readable-name.ts';

export const VIEW_NAME_LENGTH_MAX = 40;
/** Most views that a user may save for one list. */
export const VIEWS_PER_LIST_MAX = 50;

/** The console's own name for a list. */
export const listName = z.string().regex(/^[a-z-]{1,40}$/, 'invalid_parameter');

export const viewName = nameText('view_name_length').refine(
  (name) => [...name].length >= 1 && [...name].length <= VIEW_NAME_LENGTH_MAX,
  'view_name_length',
);

/** The query string of the list's URL; a list ignores members it does not know. */
export const viewSearch = z.string().max(2000);

/** A saved filter and order of a list. */
export const savedView = z.object({
  id: z.number().int(),
  list: z.string(),
  name: z.string(),
  search: z.string(),
});
export type SavedView = z.output<typeof savedView>;
