import { createHash } from 'node:crypto';
import type { ImportSource, SourceRow } from '../../store/import-source/import-source.ts';
import { textOf } from './source-values.ts';

/** Number of first rows per table that are enough to tell databases apart. */
const ROWS = 20;

/**
 * Returns marks by which a database is recognized in a later import: values of its first users, keys and
 * channels that hardly ever change, each prefixed by its row. Values common to all installations are not
 * included.
 */
export async function readSourceMarks(source: ImportSource): Promise<string[]> {
  const first = (table: string) => source.page(table, { after: -1, limit: ROWS });
  const [users, keys, channels] = [
    await first('users'),
    await first('tokens'),
    await first('channels'),
  ];
  return [
    // Invitation codes in the original form: `1:abcd`.
    ...users.map((row) => markOf('', row, textOf(row, 'aff_code'))),
    // A salted hash is unique to one installation.
    ...users.slice(0, 1).map((row) => markOf('password:', row, digestOf(textOf(row, 'password')))),
    ...users.slice(1).map((row) => markOf('name:', row, digestOf(textOf(row, 'username')))),
    ...keys.map((row) => markOf('key:', row, textOf(row, 'created_time'))),
    ...channels.map((row) => markOf('channel:', row, textOf(row, 'created_time'))),
  ].filter((mark) => mark !== undefined);
}

const markOf = (kind: string, row: SourceRow, value: string) =>
  value === '' || value === '0' ? undefined : `${kind}${textOf(row, 'id')}:${value}`;

const DIGITS = 16;
const digestOf = (text: string) =>
  text === '' ? '' : createHash('sha256').update(text).digest('hex').slice(0, DIGITS);

/**
 * Returns whether two lists of marks are from one database: of the rows in both, most have the same mark. An
 * installation may have changed a name or reused a number since; two of them rarely agree by coincidence.
 */
export function isSameSource(before: readonly string[], now: readonly string[]): boolean {
  const known = new Map(before.map(splitMark));
  const shared = now.map(splitMark).filter(([row, value]) => value !== '' && known.get(row));
  const agreeing = shared.filter(([row, value]) => known.get(row) === value);
  return agreeing.length * 2 > shared.length;
}

function splitMark(mark: string): [row: string, value: string] {
  const at = mark.lastIndexOf(':');
  return [mark.slice(0, at), mark.slice(at + 1)];
}
