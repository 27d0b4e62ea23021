import { type Texts, texts } from '@tollgate/i18n';
import { relative, resolve } from 'node:path';
import { databaseFaultOf } from './database-fault.ts';
import type { Config } from './config.ts';
import { FolderFault } from './folder-fault.ts';
import { OperatorError, type OperatorText, operatorText } from './operator-error.ts';

type StartupConfig = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'PORT' | 'HOST'>;

interface Fault extends Error {
  code?: string;
  syscall?: string;
  /** Set for files that Node could not open, create or list. */
  path?: string;
  /** Set for PostgreSQL's own errors. */
  severity?: string;
}

/**
 * Explains to the operator why the gateway could not start: the variable at fault, its value unless secret,
 * and what to do.
 */
export function explainStartupError(
  error: unknown,
  config: StartupConfig | undefined,
  language: keyof typeof texts = 'en',
): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError) return operatorText(language, error.text, error.params);
  const fault: Fault = error;
  if (!config) return fault.message;
  if (fault.syscall === 'listen') return explainPort(fault, config, language);
  const { server, folder } = texts[language].operator;
  if (config.DATABASE_URL && isOfServer(fault)) {
    const reason = POOLER.test(fault.message)
      ? server.pooler
      : (findReason(server, fault.code) ?? (fault.message || fault.code));
    return `DATABASE_URL: ${reason} (${addressOf(config.DATABASE_URL)}).`;
  }
  // SQLite's codes have a suffix: SQLITE_READONLY_DIRECTORY.
  const reason =
    findReason(folder, fault.code) ??
    findReason(folder, String(fault.code).split('_').slice(0, 2).join('_'));
  if (reason === undefined) return fault.message;
  const elsewhere = pathOutside(fault, config.DATA_DIR);
  return elsewhere === undefined
    ? `DATA_DIR: ${reason} (${config.DATA_DIR}: ${fault.message}).`
    : `${elsewhere}: ${reason} (${fault.message}).`;
}

/** PgBouncer's response to the startup parameters of a connection. */
const POOLER = /^unsupported startup parameter/;

/** Returns the path that an error is about if it is outside DATA_DIR, such as a backup folder. */
function pathOutside(fault: Fault, dataDir: string): string | undefined {
  if (fault instanceof FolderFault) return fault.folder;
  const { path } = fault;
  return path === undefined || !relative(resolve(dataDir), resolve(path)).startsWith('..')
    ? undefined
    : path;
}

const LISTEN_ERRORS: Readonly<Record<string, OperatorText>> = {
  EADDRINUSE: 'start.portTaken',
  EACCES: 'start.portDenied',
  EADDRNOTAVAIL: 'start.host',
  ENOTFOUND: 'start.host',
};

function explainPort(
  { code = '', message }: Fault,
  { PORT: port, HOST: host }: StartupConfig,
  language: keyof typeof texts,
): string {
  const textKey = LISTEN_ERRORS[code];
  return textKey ? operatorText(language, textKey, { host, port }) : `PORT, HOST: ${message}`;
}

function isOfServer(fault: Fault): boolean {
  return fault.severity !== undefined || databaseFaultOf(fault) === 'away';
}

type Reasons = Texts['operator']['server' | 'folder'];

const findReason = (reasons: Reasons, code = ''): string | undefined =>
  Object.hasOwn(reasons, code) ? reasons[code as keyof Reasons] : undefined;

/** Host, port and name of the database; never the password. */
function addressOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}:${port || '5432'}${pathname}`;
}
