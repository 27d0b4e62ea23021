import type { Generated } from 'kysely';

/** Messages to and from the stablecoin gateway, without secrets. */
export interface UsdtLogsTable {
  id: Generated<number>;
  created_at: number;
  content: string;
}
