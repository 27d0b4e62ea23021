import type { SourceRow } from '../../store/import-source/import-source.ts';

/** A column as text: NULL and missing columns are '', blobs are UTF-8, blanks that pad `char(n)` go. */
export function textOf(row: SourceRow, column: string): string {
  const value = row[column];
  if (value === null || value === undefined) return '';
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8').trimEnd();
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trimEnd();
}

/** A column as a whole number, rounded down; `fallback` where it is none. */
export function integerOf(row: SourceRow, column: string, fallback = 0): number {
  const text = textOf(row, column);
  const number = Math.floor(Number(text));
  return text === '' || !Number.isSafeInteger(number) ? fallback : number;
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

/** A time as seconds since 1970; undefined where there is none. Texts without a zone are read as UTC. */
export function secondsOf(row: SourceRow, column: string): number | undefined {
  const value = row[column];
  if (value === null || value === undefined || value === '') return undefined;
  if (value instanceof Date) return Math.floor(value.getTime() / 1000);
  if (/^\d+$/.test(String(value))) return Number(value);
  const text = String(value)
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1');
  const hasZone = /(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(text);
  const milliseconds = Date.parse(hasZone ? text.replace(/([+-]\d\d)$/, '$1:00') : `${text}Z`);
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
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

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
