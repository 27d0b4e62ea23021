import { AppError } from './app-error.ts';

/** Why a call to the database failed through no fault of the call: it is away, or has no room left. */
export type DatabaseFault = 'away' | 'full';

/** The database is known to be away: it was not asked. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Connections that are refused, broken or ended by the server, and a server that starts or has none to spare. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
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

const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100', 'SQLITE_IOERR_WRITE']);

/** What a failure says of the database (SQLite's and PostgreSQL's codes); undefined for every other failure. */
export function databaseFaultOf(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error) || error instanceof AppError) return undefined;
  if (error instanceof DatabaseUnavailable) return 'away';
  const { code = '', message } = error as Error & { code?: string };
  if (FULL.has(code)) return 'full';
  return AWAY.has(code) || AWAY_TEXT.test(message) ? 'away' : undefined;
}
