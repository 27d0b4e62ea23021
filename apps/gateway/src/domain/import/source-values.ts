import { isShallow } from '@tollgate/contract';
import { isObject } from '../../platform/lenient-json.ts';
import type { SourceRow } from '../../store/import-source/import-source.ts';

/** No name, number or address of another gateway is longer, unless somebody meant harm. */
const SHORT_MAX = 255;
/** No list, setting or key file is longer. */
const LONG_MAX = 32 * 1024 * 1024;

/** Returns a column of a short text; a longer one is cut, as it would be listed, indexed and mailed. */
export const shortTextOf = (row: SourceRow, column: string): string => cut(row, column, SHORT_MAX);

/**
 * Returns a column as text: NULL and missing columns are '', blobs are UTF-8, padding of `char(n)` is
 * removed, and so are NUL characters, which PostgreSQL can't store.
 */
export const textOf = (row: SourceRow, column: string): string => cut(row, column, LONG_MAX);

function cut(row: SourceRow, column: string, max: number): string {
  const text = rawTextOf(row, column, max).slice(0, max);
  const stored = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return stored.toWellFormed().trimEnd();
}

function rawTextOf(row: SourceRow, column: string, max: number): string {
  const value = row[column];
  if (value === null || value === undefined) return '';
  // A character has up to four bytes.
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8', 0, 4 * max);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Returns a column of bytes: raw, base64 or PostgreSQL's hexadecimal text; undefined if it is none of them.
 */
export function bytesOf(row: SourceRow, column: string): Buffer | undefined {
  const value = row[column];
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (typeof value !== 'string') return undefined;
  if (/^\\x(?:[0-9a-f]{2})+$/i.test(value)) return Buffer.from(value.slice(2), 'hex');
  return /^[\w+/-]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : undefined;
}

/** Returns a column as an integer, rounded down; `fallback` if it is no number. */
export function integerOf(row: SourceRow, column: string, fallback = 0): number {
  const text = textOf(row, column);
  const number = Math.floor(Number(text));
  return text === '' || !Number.isSafeInteger(number) ? fallback : number;
}

/** Returns the id of a row at the source. */
export const sourceIdOf = (row: SourceRow): number => integerOf(row, 'id');

/** Largest imported balance or order, in quota units or cents: far larger ones would make sums of balances exceed 2^53. */
export const QUOTA_MAX = 1_000_000_000_000_000;

/** Returns an amount as an integer; one that is too large is capped. */
export function quotaOf(row: SourceRow, column: string): { quota: number; isCapped: boolean } {
  const number = Number(textOf(row, column));
  const isCapped = Math.abs(number) > QUOTA_MAX;
  const quota = isCapped ? Math.sign(number) * QUOTA_MAX : integerOf(row, column);
  return { quota, isCapped };
}

/** The year 2100: later times are not plausible. */
const LATEST = 4_102_444_800;
const boundedTime = (seconds: number) => (seconds >= 0 && seconds < LATEST ? seconds : 0);

/** Returns a column of seconds since 1970; 0 if it is not a plausible past time. */
export const timeOf = (row: SourceRow, column: string): number =>
  boundedTime(integerOf(row, column));

/** Largest value of a 32-bit column. */
const COUNT_MAX = 2_147_483_647;

/** Returns a column as a count, from 0 to the largest value of a counter. */
export function countOf(row: SourceRow, column: string): number {
  return Math.min(COUNT_MAX, Math.max(0, integerOf(row, column)));
}

/** Returns a column as a number. */
export function numberOf(row: SourceRow, column: string, fallback = 0): number {
  const text = textOf(row, column);
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? fallback : number;
}

/**
 * Returns a column as a boolean, in the forms of all databases, dumps, and programs that move tables between
 * databases: words, numbers, bits. `fallback` if it states none.
 */
export function flagOf(row: SourceRow, column: string, fallback = false): boolean {
  const value = row[column];
  // MySQL's BIT(1) is a byte; a text can be bytes, too.
  const bit = value instanceof Uint8Array && value.length === 1 ? value[0] : undefined;
  if (bit === 0 || bit === 1) return bit === 1;
  const text = textOf(row, column).toLowerCase();
  if (text === '') return fallback;
  return text === 't' || text === 'true' || Number(text) === 1;
}

/**
 * Returns a time in seconds since 1970; undefined if there is none, 0 if it is invalid (MySQL's zero dates).
 * Texts without a time zone are read as UTC.
 */
export function secondsOf(row: SourceRow, column: string): number | undefined {
  const value = row[column];
  if (value === null || value === undefined || value === '') return undefined;
  if (value instanceof Date) return boundedTime(Math.floor((value.getTime() || 0) / 1000));
  if (/^\d+$/.test(String(value))) return boundedTime(Number(value));
  const text = String(value)
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1');
  const hasZone = /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(text);
  const milliseconds = Date.parse(hasZone ? text.replace(/([+-]\d\d)$/, '$1:00') : `${text}Z`);
  return Number.isNaN(milliseconds) ? 0 : boundedTime(Math.floor(milliseconds / 1000));
}

/** Returns the entries of a comma-separated list: trimmed and cut, without empty ones and duplicates. */
export function splitList(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((part) => part.trim().slice(0, SHORT_MAX))
        .filter((part) => part !== ''),
    ),
  ];
}

/**
 * Parses JSON of an object; `{}` if there is none ('', 'null', NULL), undefined if it is malformed, not an
 * object, or nested too deeply.
 */
export function objectOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '' || text.trim() === 'null') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a member of a JSON text as text. `String` would call a member named `toString` of an object from
 * another database, and fail.
 */
export const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : String(JSON.stringify(value));

/** Called for a member of a table of numbers that is none, or is below 0. */
export type OnInvalidNumber = (name: string, value: string) => void;

/** Returns the members of an object that are numbers or numeric texts, from 0. */
export function numbersOf(value: unknown, onInvalid: OnInvalidNumber): Record<string, number> {
  if (!isObject(value)) return {};
  const numbers: [string, number][] = [];
  for (const [name, numeral] of Object.entries(value)) {
    const number = toNumber(numeral);
    if (number === undefined) onInvalid(name, jsonText(numeral).slice(0, SHORT_MAX));
    else if (name.trim() !== '') numbers.push([name.trim(), number]);
  }
  return Object.fromEntries(numbers);
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}
