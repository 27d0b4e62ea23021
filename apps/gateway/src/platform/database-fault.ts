import { AppError } from './app-error.ts';

/**
 * Why a database call failed through no fault of its own: the database is unreachable, has no space left, or
 * is busy: locked by another program (SQLite), or refusing what it otherwise does (PostgreSQL).
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
  '25P03',
  '25P04',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08007',
]);
const AWAY_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|the database said nothing|Client has encountered a connection error/;

/**
 * Serialization failures and deadlocks (that a transaction met again and again, or a single statement), locks
 * and statements that took too long, limits of memory and configuration, and new connections that are refused
 * by their password or database while older ones work.
 */
const BUSY = new Set([
  '28000',
  '28P01',
  '3D000',
  '40001',
  '40P01',
  '53000',
  '53200',
  '53400',
  '55P03',
  '57014',
]);

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
  const { code, message } = error as Error & { code?: unknown };
  if (AWAY_TEXT.test(message)) return 'away';
  // That of a DOMException, as of a request that takes too long, is a number.
  return typeof code === 'string' ? faultOfCode(code) : undefined;
}

function faultOfCode(code: string): DatabaseFault | undefined {
  if (STORAGE_FULL_CODES.has(code)) return 'full';
  // With a suffix for some causes: SQLITE_BUSY_SNAPSHOT.
  if (BUSY.has(code) || code.startsWith('SQLITE_BUSY')) return 'busy';
  return AWAY.has(code) ? 'away' : undefined;
}
