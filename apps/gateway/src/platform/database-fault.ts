import { AppError } from './app-error.ts';

/**
 * Why a database call failed through no fault of its own: the database is unreachable, has no space left, or
 * is locked by another program (SQLite).
 */
export type DatabaseFault = 'away' | 'full' | 'busy';

/** The database is known to be unreachable, so it was not queried. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/**
 * Connections that are refused, broken or ended by the server; a server that is starting, has no connection
 * to spare or accepts no writes.
 */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
]);
const AWAY_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|the database said nothing|Client has encountered a connection error/;

const STORAGE_FULL_CODES = new Set([
  'SQLITE_FULL',
  'ENOSPC',
  'EDQUOT',
  '53100',
  'SQLITE_IOERR_WRITE',
]);

/** The fault that an error indicates (SQLite's and PostgreSQL's codes); undefined for every other error. */
export function databaseFaultOf(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error) || error instanceof AppError) return undefined;
  if (error instanceof DatabaseUnavailable) return 'away';
  const { code = '', message } = error as Error & { code?: string };
  if (STORAGE_FULL_CODES.has(code)) return 'full';
  // With a suffix for some causes: SQLITE_BUSY_SNAPSHOT.
  if (code.startsWith('SQLITE_BUSY')) return 'busy';
  return AWAY.has(code) || AWAY_TEXT.test(message) ? 'away' : undefined;
}
