import { startPostgres } from '@tollgate/tools';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Where Debian installs each PostgreSQL's programs. */
const INSTALLED = '/usr/lib/postgresql';

/**
 * Folder of an installed `pg_dump` with its server: it cannot dump a newer server, and that of the other
 * tests is newer than Debian's. Undefined if none is installed.
 */
export const dumpPrograms: string | undefined = (
  existsSync(INSTALLED) ? readdirSync(INSTALLED) : []
)
  .map((version) => join(INSTALLED, version, 'bin'))
  .find((folder) =>
    ['pg_dump', 'initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );

/** Starts a PostgreSQL that the installed `pg_dump` can dump. */
export async function startDumpServer() {
  const server = await startPostgres({ programs: dumpPrograms });
  let count = 0;
  return {
    /** Creates an empty database. Resolves with its address. */
    async create(): Promise<string> {
      const name = `shop_${(count += 1)}`;
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return server.url.replace(/postgres$/, name);
    },
    stop: () => server.stop(),
  };
}
