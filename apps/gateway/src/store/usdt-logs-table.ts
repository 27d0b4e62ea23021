import type { Generated } from 'kysely';

/** What was said to and by the stablecoin gateway, without secrets. */
export interface UsdtLogsTable {
  id: Generated<number>;
  created_at: number;
  content: string;
}
