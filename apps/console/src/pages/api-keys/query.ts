import { pageNumber, sortOf, TOKEN_SORTS } from '@tollgate/contract';
import { z } from 'zod';

/** The query parameters of the API key list. */
export const apiKeyQuery = z.object({
  p: pageNumber,
  page_size: z.coerce.number().int().min(1).max(100).catch(10),
  keyword: z.string().catch(''),
  /** 0 means any. */
  status: z.coerce.number().int().min(0).max(9).catch(0),
  sort: sortOf(TOKEN_SORTS),
});

export const API_KEY_PAGE_SIZES = [10, 20, 30, 50, 100] as const;
