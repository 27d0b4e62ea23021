import type pg from 'pg';
import { DatabaseUnavailable } from '../platform/database-fault.ts';

/**
 * Throws if a session may only read: the server is a standby, such as a former primary after a failover, or
 * its transactions are read-only by default. Costs one round trip and writes nothing.
 */
export async function refuseReadOnly(client: pg.ClientBase, responseMs: number): Promise<void> {
  const text = 'SHOW transaction_read_only';
  const { rows } = await client.query<{ transaction_read_only: string }>({
    text,
    query_timeout: responseMs,
  } as pg.QueryConfig);
  if (rows[0]?.transaction_read_only === 'on')
    throw new DatabaseUnavailable('the database is read-only: a standby, or read-only by default');
}
