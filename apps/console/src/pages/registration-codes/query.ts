import { pageNumber, pageSize, REGISTRATION_CODE_STATES } from '@tollgate/contract';
import { z } from 'zod';

/** The query parameters of the list of registration codes. */
export const registrationCodeQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  keyword: z.string().catch(''),
  state: z.enum(['', ...REGISTRATION_CODE_STATES]).catch(''),
});
