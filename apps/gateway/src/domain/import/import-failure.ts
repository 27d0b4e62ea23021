import type { ImportFailure } from '@tollgate/contract';
import { AddressNotAllowed } from '../../platform/ssrf-guard.ts';
import { ImportRefusedError } from './run-import.ts';

/** Error codes of Node, PostgreSQL, MySQL and SQLite for the usual failures. */
const BY_CODE: Readonly<Record<string, ImportFailure>> = {
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_unknown',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  PROTOCOL_CONNECTION_LOST: 'unreachable',
  '28P01': 'login_refused',
  '28000': 'login_refused',
  ER_ACCESS_DENIED_ERROR: 'login_refused',
  ER_DBACCESS_DENIED_ERROR: 'login_refused',
  '3D000': 'database_unknown',
  ER_BAD_DB_ERROR: 'database_unknown',
  SQLITE_NOTADB: 'file_unreadable',
  SQLITE_CORRUPT: 'file_unreadable',
};

/** Returns why an import failed: a code for the UI texts, and the original message. */
export function importFailureOf(error: unknown): { code: ImportFailure; detail: string } {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof ImportRefusedError) return { code: error.code, detail: '' };
  if (error instanceof AddressNotAllowed) return { code: 'address_private', detail: '' };
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && Object.hasOwn(BY_CODE, code))
    return { code: BY_CODE[code] ?? 'other', detail };
  return { code: /timeout/i.test(detail) ? 'unreachable' : 'other', detail };
}
