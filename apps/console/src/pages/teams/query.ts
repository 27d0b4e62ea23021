import { PAGE_SIZE_MAX, pageNumber, sortOf, TEAM_SORTS } from '@tollgate/contract';
import { z } from 'zod';

/** The query parameters of the list of all teams. */
export const teamsQuery = z.object({
  p: pageNumber,
  page_size: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).catch(20),
  keyword: z.string().max(100).catch(''),
  /** 0 means any. */
  status: z.coerce.number().int().min(0).max(9).catch(0),
  sort: sortOf(TEAM_SORTS),
  /** The team shown next to the list; 0 means none. */
  team: z.coerce.number().int().min(0).catch(0),
});
