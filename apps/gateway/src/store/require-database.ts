import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { OperatorError } from '../platform/operator-error.ts';

/**
 * Throws if DATA_DIR contains no database and no PostgreSQL is configured. For whatever reads or repairs an
 * existing installation: opening a store would create an empty database in a folder that was mistyped.
 */
export function requireDatabase({
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): void {
  if (databaseUrl === undefined && !existsSync(join(folder, 'tollgate.db')))
    throw new OperatorError('data.missing', { folder });
}
