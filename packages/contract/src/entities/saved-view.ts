import { z } from 'zod';

export const VIEW_NAME_LENGTH_MAX = 40;
/** Views that a user may keep of one list. */
export const VIEWS_PER_LIST_MAX = 50;

/** Which list of the console; a name of the console's own. */
export const listName = z.string().regex(/^[a-z-]{1,40}$/, 'invalid_parameter');

export const viewName = z
  .string({ error: 'view_name_length' })
  .trim()
  .refine(
    (name) => [...name].length >= 1 && [...name].length <= VIEW_NAME_LENGTH_MAX,
    'view_name_length',
  );

/** What stands behind the ? of the list's address; what a list does not know any more is ignored by it. */
export const viewSearch = z.string().max(2000);

/** Filters and order of a list, kept under a name. */
export const savedView = z.object({
  id: z.number().int(),
  list: z.string(),
  name: z.string(),
  search: z.string(),
});
export type SavedView = z.output<typeof savedView>;
