import { isObject } from '../../platform/lenient-json.ts';
import type { SourceRow } from '../../store/import-source/import-source.ts';

/**
 * A column as text: NULL and missing columns are '', blobs are UTF-8, blanks that pad `char(n)` go, and so do
 * zeros, which PostgreSQL holds in no text.
 */
export function textOf(row: SourceRow, column: string): string {
  const text = rawTextOf(row, column);
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

function rawTextOf(row: SourceRow, column: string): string {
  const value = row[column];
  if (value === null || value === undefined) return '';
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8').trimEnd();
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trimEnd();
}

/** A column of bytes: as they are, or as base64 or PostgreSQL's hexadecimal text; undefined where it is none of them. */
export function bytesOf(row: SourceRow, column: string): Buffer | undefined {
  const value = row[column];
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (typeof value !== 'string') return undefined;
  if (/^\\x(?:[0-9a-f]{2})+$/i.test(value)) return Buffer.from(value.slice(2), 'hex');
  return /^[\w+/-]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : undefined;
}

/** A column as a whole number, rounded down; `fallback` where it is none. */
export function integerOf(row: SourceRow, column: string, fallback = 0): number {
  const text = textOf(row, column);
  const number = Math.floor(Number(text));
  return text === '' || !Number.isSafeInteger(number) ? fallback : number;
}

/** The largest balance that comes over: a million times a dollar more, and sums of balances are no numbers any more. */
const QUOTA_MOST = 1_000_000_000_000_000;

/** A sum of money as a whole number: one that is too large for us is the largest. */
export function quotaOf(row: SourceRow, column: string): { quota: number; isCapped: boolean } {
  const number = Number(textOf(row, column));
  const isCapped = Math.abs(number) > QUOTA_MOST;
  const quota = isCapped ? Math.sign(number) * QUOTA_MOST : integerOf(row, column);
  return { quota, isCapped };
}

/** The year 2100: what is said to have happened later is no time in seconds. */
const LATEST = 4_102_444_800;
const boundedTime = (seconds: number) => (seconds >= 0 && seconds < LATEST ? seconds : 0);

/** A column of seconds since 1970 in which something happened; 0 where it is no time. */
export const timeOf = (row: SourceRow, column: string): number =>
  boundedTime(integerOf(row, column));

/** What a column of 32 bits holds. */
const COUNT_MOST = 2_147_483_647;

/** A column as a number of things, from 0 to the most that counters hold. */
export function countOf(row: SourceRow, column: string): number {
  return Math.min(COUNT_MOST, Math.max(0, integerOf(row, column)));
}

/** A column as a number. */
export function numberOf(row: SourceRow, column: string, fallback = 0): number {
  const text = textOf(row, column);
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? fallback : number;
}

/** A column as a switch, in the forms of all databases and dumps. */
export function flagOf(row: SourceRow, column: string): boolean {
  return ['1', 't', 'true'].includes(textOf(row, column).toLowerCase());
}

/** A time as seconds since 1970; undefined where there is none, 0 where it is no time (MySQL's dates of zero). Texts without a zone are read as UTC. */
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

/** The words of a comma list: trimmed, without empty ones and duplicates. */
export function wordsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ];
}

/**
 * JSON of an object; `{}` where there is nothing ('', 'null', NULL), undefined where it is broken or no
 * object.
 */
export function objectOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '' || text.trim() === 'null') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The members of an object that are numbers, or texts of numbers. */
export function numbersOf(value: unknown): Record<string, number> {
  if (!isObject(value)) return {};
  const pairs = Object.entries(value).map(([name, one]) => [name.trim(), toNumber(one)] as const);
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, number] => pair[0] !== '' && pair[1] !== undefined),
  );
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}
