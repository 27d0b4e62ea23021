import { startPostgres } from '@tollgate/tools';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Where Debian has the programs of each PostgreSQL. */
const INSTALLED = '/usr/lib/postgresql';

/**
 * Folder of an installed `pg_dump` with the server that it came with: one dumps no newer server, and that of
 * the other tests is newer than Debian's. Undefined where none is installed.
 */
export const dumpPrograms: string | undefined = (
  existsSync(INSTALLED) ? readdirSync(INSTALLED) : []
)
  .map((version) => join(INSTALLED, version, 'bin'))
  .find((folder) =>
    ['pg_dump', 'initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );

/** A PostgreSQL that the installed `pg_dump` dumps. */
export async function startDumpServer() {
  const server = await startPostgres({ programs: dumpPrograms });
  let made = 0;
  return {
    /** Makes an empty database. Resolves with its address. */
    async create(): Promise<string> {
      const name = `shop_${(made += 1)}`;
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return server.url.replace(/postgres$/, name);
    },
    stop: () => server.stop(),
  };
}
