import type pg from 'pg';

/**
 * Opens one connection to PostgreSQL outside the pools and without their time limits, for long operations.
 * Loads the driver on first use.
 */
export async function connectPostgres(databaseUrl: string): Promise<pg.Client> {
  const { default: driver } = await import('pg');
  const client = new driver.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
  });
  // If an idle connection breaks, the next statement reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}
