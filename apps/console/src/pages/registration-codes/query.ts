import { pageNumber, pageSize, REGISTRATION_CODE_STATES } from '@tollgate/contract';
import { z } from 'zod';

/** What the address of the list of registration codes holds. */
export const registrationCodeQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  keyword: z.string().catch(''),
  state: z.enum(['', ...REGISTRATION_CODE_STATES]).catch(''),
});
