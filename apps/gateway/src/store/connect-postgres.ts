import type pg from 'pg';

/**
 * One connection to PostgreSQL outside the pools, without their limits of time: for what takes as long as it
 * takes. The driver is loaded here first.
 */
export async function connectPostgres(databaseUrl: string): Promise<pg.Client> {
  const { default: driver } = await import('pg');
  const client = new driver.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks while nothing is asked of it: the next statement fails and tells.
  client.on('error', () => {});
  await client.connect();
  return client;
}
