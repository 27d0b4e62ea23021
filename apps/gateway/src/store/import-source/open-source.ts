import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { openDumpSource, removeAbandonedDumps } from './dump-source.ts';
import type { ImportSource } from './import-source.ts';
import { openMysqlSource } from './mysql-source.ts';
import { openPostgresSource } from './postgres-source.ts';
import type { SourceGuard } from './source-address.ts';
import { openSqliteSource } from './sqlite-source.ts';
import { OperatorError } from '../../platform/operator-error.ts';

/** The kind of a source: by address, or a file in one of two formats. */
type SourceForm = 'postgres' | 'mysql' | 'sqlite' | 'dump';

/** Opens the database at an address entered in the console. Throws like `openSource`, and if it is a file. */
export function openSourceByAddress(
  address: string,
  guard: SourceGuard,
  signal?: AbortSignal,
): Promise<ImportSource> {
  if (!isSourceAddress(address)) throw new OperatorError('source.noAddress');
  return openSource(address, { guard, signal });
}

/** Returns whether a text has the form of an address rather than a file. */
export const isSourceAddress = (text: string): boolean =>
  POSTGRES.test(text) || MYSQL.test(text) || GO_DSN.test(text);

/**
 * Opens another gateway's database: `postgres://…`, `mysql://…` (or the Go form
 * `user:password@tcp(host:port)/name`), a SQLite file or a dump. Throws an OperatorError that says what to
 * do. The signal aborts opening, and later reads by address.
 */
export async function openSource(
  location: string,
  { guard, signal }: { guard?: SourceGuard; signal?: AbortSignal | undefined } = {},
): Promise<ImportSource> {
  removeAbandonedDumps();
  const form = detectForm(location);
  const label = maskAddress(location);
  if (form === 'postgres') return openPostgresSource(location, label, guard, { signal });
  if (form === 'mysql') return openMysqlSource(toMysqlUri(location), label, guard, { signal });
  return form === 'sqlite' ? openSqliteSource(location) : openDumpSource(location, { signal });
}

/** Determines the kind of a source. Throws if it is neither an address nor a file. */
function detectForm(location: string): SourceForm {
  if (POSTGRES.test(location)) return 'postgres';
  if (MYSQL.test(location) || GO_DSN.test(location)) return 'mysql';
  if (existsSync(location) && statSync(location).isDirectory())
    throw new OperatorError('source.folder', { place: location });
  if (!existsSync(location) || !statSync(location).isFile())
    throw new OperatorError('source.unknown', { place: maskAddress(location) });
  return readHead(location).startsWith('SQLite format 3') ? 'sqlite' : 'dump';
}

const POSTGRES = /^postgres(ql)?:\/\//i;
const MYSQL = /^(mysql|mariadb):\/\//i;
/** The form that the source programs use in SQL_DSN. */
const GO_DSN = /^([^:@/]*)(?::(.*))?@(?:tcp)?\(([^)]+)\)\/([^?]+)(?:\?.*)?$/;

/** Converts both forms of an address to one; the driver is always named mysql. */
function toMysqlUri(address: string): string {
  const [, user = '', password = '', host = '', name = ''] = GO_DSN.exec(address) ?? [];
  if (host === '') return address.replace(/^mariadb:/i, 'mysql:');
  return `mysql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}/${name}`;
}

/** Returns an address for display, without its password. */
export function maskAddress(location: string): string {
  const dsn = GO_DSN.exec(location);
  if (dsn) return `mysql://${dsn[1]}@${dsn[3]}/${dsn[4]}`;
  const url = /^\w+:\/\//.test(location) ? URL.parse(location) : null;
  // Also of what is no address after all, such as one with a typing error.
  if (!url) return location.replace(/:(?!\/\/).*@/s, '@');
  return `${url.protocol}//${url.username}${url.username === '' ? '' : '@'}${url.host}${url.pathname}`;
}

function readHead(path: string): string {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(16);
    return head.toString('latin1', 0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}
