/** A name and the value that it stands for. */
export interface KeyValuePair {
  name: string;
  value: string;
}

/** A JSON object of texts while it is edited: as rows, or as JSON where that is wanted or the text is no such object. */
export interface KeyValuePairs {
  view: 'rows' | 'json';
  rows: KeyValuePair[];
  json: string;
}

/** JSON text to edit, as rows where it can be. */
export function parseKeyValuePairs(json: string): KeyValuePairs {
  const rows = rowsOf(json);
  return { view: rows ? 'rows' : 'json', rows: rows ?? [], json };
}

/** The JSON text of what was edited; empty for no rows. Rows without any text are left out. */
export function stringifyKeyValuePairs({ view, rows, json }: KeyValuePairs): string {
  if (view === 'json') return json;
  const filled = filledRows(rows);
  if (filled.length === 0) return '';
  return JSON.stringify(
    Object.fromEntries(filled.map(({ name, value }) => [name.trim(), value.trim()])),
    null,
    2,
  );
}

/** The same in the other view; undefined where the text can't be shown as rows. */
export function toggleKeyValueView(pairs: KeyValuePairs): KeyValuePairs | undefined {
  if (pairs.view === 'rows') return { ...pairs, view: 'json', json: stringifyKeyValuePairs(pairs) };
  const rows = rowsOf(pairs.json);
  return rows && { ...pairs, view: 'rows', rows };
}

/** The place of the first row that lacks its name or has that of an earlier one; -1 for none. */
export function findInvalidRow(rows: readonly KeyValuePair[]): number {
  const names = rows.map(({ name }) => name.trim());
  return rows.findIndex(
    ({ value }, index) =>
      (names[index] === '' && value.trim() !== '') ||
      (names[index] !== '' && names.indexOf(names[index] as string) < index),
  );
}

/** The rows that hold something. */
export function filledRows(rows: readonly KeyValuePair[]): KeyValuePair[] {
  return rows.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
}

function rowsOf(json: string): KeyValuePair[] | undefined {
  if (json.trim() === '') return [];
  try {
    const found: unknown = JSON.parse(json);
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    const entries = Object.entries(found);
    if (entries.some(([, value]) => typeof value !== 'string')) return undefined;
    return entries.map(([name, value]) => ({ name, value: value as string }));
  } catch {
    return undefined;
  }
}
