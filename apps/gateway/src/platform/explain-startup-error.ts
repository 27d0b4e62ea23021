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
  if (code === 'EADDRINUSE') return `PORT: another process listens on ${HOST}:${PORT} already.`;
  if (code === 'EACCES') return `PORT: this user may not listen on ${PORT}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${HOST} is no address of this machine.`;
  return `PORT, HOST: ${message}`;
}

function isOfServer(fault: Fault): boolean {
  return fault.severity !== undefined || databaseFaultOf(fault) === 'away';
}

const SERVER: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: is PostgreSQL started?',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  '28P01': 'the user or the password is wrong',
  '28000': 'the server lets this user not in',
  '3D000': 'there is no such database; create it first',
  '42501': 'the user lacks a right that the tables need',
  '53100': 'the disk of the server is full',
  '53300': 'the server has no connection to spare',
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
  EACCES: 'this user may not write in the folder',
  EPERM: 'this user may not write in the folder',
  EROFS: 'the folder is on a file system that is read-only',
  ENOTDIR: 'this is no folder',
  EEXIST: 'this is no folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  SQLITE_FULL: 'the disk is full',
  SQLITE_CANTOPEN: 'a database file in the folder can not be opened or made',
  SQLITE_READONLY: 'a database file in the folder can not be written',
  SQLITE_NOTADB: 'a file in the folder is no database',
  SQLITE_CORRUPT: 'a database file in the folder is damaged; restore a backup',
  SQLITE_IOERR: 'a database file in the folder can not be read or written',
  SQLITE_BUSY: 'another process uses a database file in the folder',
};

/** SQLite's codes go on after the part that matters: SQLITE_READONLY_DIRECTORY. */
function explainFolder({ code = '' }: Fault): string | undefined {
  return FOLDER[code] ?? FOLDER[code.split('_').slice(0, 2).join('_')];
}
