import { USAGE_SPANS } from '@tollgate/contract';
import { z } from 'zod';

/** What the address of the dashboard holds. Without a span it is the one that the site begins with. */
export const dashboardQuery = z.object({
  by: z.enum(['', ...USAGE_SPANS]).catch(''),
  back: z.coerce.number().int().min(0).max(1000).catch(0),
  measure: z.enum(['quota', 'count', 'token_used']).catch('quota'),
  username: z.string().catch(''),
});
export type DashboardQuery = z.output<typeof dashboardQuery>;
