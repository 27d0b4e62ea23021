import { OperatorError } from '../../platform/operator-error.ts';

/** Formats that cannot be read, recognized by how they begin, with the text that says what to do. */
const OTHER_FORMS = [
  ['source.customFormat', /^PGDMP/],
  ['source.tar', /^[\s\S]{257}ustar/],
  // oxlint-disable-next-line no-control-regex
  ['source.packed', /^(?:PK\u0003\u0004|BZh\d|\u00FD7zXZ|7z\u00BC\u00AF|Rar!|SQLite format 3)/],
  ['source.xml', /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml/],
] as const;

/** Throws if the first bytes (Latin-1) are not those of an SQL text. */
export function refuseOtherForms(head: string): void {
  const other = OTHER_FORMS.find(([, pattern]) => pattern.test(head));
  if (other) throw new OperatorError(other[0]);
}

const ENCODING =
  /^(?:\/\*!\d+ )?SET (?:NAMES|(?:SESSION )?client_encoding\s*(?:=|TO))\s*'?([\w-]+)/im;
const UTF8 = /^(?:utf-?8(?:mb[34])?|unicode|sql_ascii|default|binary)$/i;

/** Throws if a dump declares an encoding other than UTF-8: converting to many of them loses letters. */
export function refuseOtherEncodings(head: string): void {
  const encoding = ENCODING.exec(head)?.[1];
  if (encoding !== undefined && !UTF8.test(encoding))
    throw new OperatorError('source.encoding', { encoding });
}

/** How dumps of each program begin and, if they are complete, end. */
const ENDINGS = [
  [/^-- (?:MySQL|MariaDB) dump/m, /^-- Dump completed/m],
  [/^-- PostgreSQL database dump/m, /^-- PostgreSQL database dump complete/m],
  [/^-- PostgreSQL database cluster dump/m, /^-- PostgreSQL database cluster dump complete/m],
  [/^PRAGMA foreign_keys=OFF;\s*BEGIN TRANSACTION;/, /^COMMIT;\s*$/m],
] as const;

/** Throws if a dump was not finished by the program that wrote it, or the file is truncated. */
export function refuseIncomplete(head: string, ending: string): void {
  const form = ENDINGS.find(([start]) => start.test(head));
  if (form && !form[1].test(ending)) throw new OperatorError('source.incomplete');
}
