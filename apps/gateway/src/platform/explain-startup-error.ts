import { databaseFaultOf } from './database-fault.ts';
import type { Config } from './config.ts';

type Known = Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'PORT' | 'HOST'>;

interface Fault extends Error {
  code?: string;
  syscall?: string;
  /** PostgreSQL's own errors have one. */
  severity?: string;
}

/** Why the gateway could not start, for the operator: the variable at fault, its value where it is no secret, and what to do. */
export function explainStartupError(error: unknown, config: Known | undefined): string {
  if (!(error instanceof Error)) return String(error);
  const fault: Fault = error;
  if (!config) return fault.message;
  if (fault.syscall === 'listen') return explainPort(fault, config);
  if (config.DATABASE_URL && isOfServer(fault))
    return `DATABASE_URL: ${explainServer(fault)} (${addressOf(config.DATABASE_URL)}).`;
  const folder = explainFolder(fault);
  return folder === undefined
    ? fault.message
    : `DATA_DIR: ${folder} (${config.DATA_DIR}: ${fault.message}).`;
}

function explainPort({ code, message }: Fault, { PORT, HOST }: Known): string {
  if (code === 'EADDRINUSE') return `PORT: another process already listens on ${HOST}:${PORT}.`;
  if (code === 'EACCES') return `PORT: this user has no permission to listen on ${PORT}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${HOST} is not an address of this machine.`;
  return `PORT, HOST: ${message}`;
}

function isOfServer(fault: Fault): boolean {
  return fault.severity !== undefined || databaseFaultOf(fault) === 'away';
}

const SERVER: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: is PostgreSQL running?',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'the host name could not be resolved',
  '28P01': 'wrong user or password',
  '28000': 'the server does not admit this user',
  '3D000': 'the database does not exist; create it first',
  '42501': 'the user lacks a permission the tables need',
  '53100': 'the server’s disk is full',
  '53300': 'the server has no free connections',
  '57P03': 'the server is starting or stopping',
};

function explainServer({ code = '', message }: Fault): string {
  return SERVER[code] ?? (message || code);
}

/** Host, port and name of the database; never the password. */
function addressOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `${hostname}:${port || '5432'}${pathname}`;
}

const FOLDER: Readonly<Record<string, string>> = {
  EACCES: 'this user cannot write to the folder',
  EPERM: 'this user cannot write to the folder',
  EROFS: 'the folder is on a read-only file system',
  ENOTDIR: 'this is not a folder',
  EEXIST: 'this is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  SQLITE_FULL: 'the disk is full',
  SQLITE_CANTOPEN: 'a database file in the folder cannot be opened or created',
  SQLITE_READONLY: 'a database file in the folder cannot be written',
  SQLITE_NOTADB: 'a file in the folder is not a database',
  SQLITE_CORRUPT: 'a database file in the folder is damaged; restore a backup',
  SQLITE_IOERR: 'a database file in the folder cannot be read or written',
  SQLITE_BUSY: 'another process uses a database file in the folder',
};

/** SQLite's codes go on after the part that matters: SQLITE_READONLY_DIRECTORY. */
function explainFolder({ code = '' }: Fault): string | undefined {
  return FOLDER[code] ?? FOLDER[code.split('_').slice(0, 2).join('_')];
}
