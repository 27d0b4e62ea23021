/** A name and its value. */
export interface KeyValuePair {
  name: string;
  value: string;
}

/**
 * A JSON object of strings being edited: as rows, or as JSON if selected or if the text is not such an
 * object.
 */
export interface KeyValuePairs {
  view: 'rows' | 'json';
  rows: KeyValuePair[];
  json: string;
}

/** Parses JSON text for editing, as rows if possible. */
export function parseKeyValuePairs(json: string): KeyValuePairs {
  const rows = rowsOf(json);
  return { view: rows ? 'rows' : 'json', rows: rows ?? [], json };
}

/** Returns the edited JSON text; empty if there are no rows. Empty rows are left out. */
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

/** Converts to the other view; undefined if the text can't be shown as rows. */
export function toggleKeyValueView(pairs: KeyValuePairs): KeyValuePairs | undefined {
  if (pairs.view === 'rows') return { ...pairs, view: 'json', json: stringifyKeyValuePairs(pairs) };
  const rows = rowsOf(pairs.json);
  return rows && { ...pairs, view: 'rows', rows };
}

/** Returns the index of the first row with a missing or duplicate name; -1 if there is none. */
export function findInvalidRow(rows: readonly KeyValuePair[]): number {
  const names = rows.map(({ name }) => name.trim());
  return rows.findIndex(
    ({ value }, index) =>
      (names[index] === '' && value.trim() !== '') ||
      (names[index] !== '' && names.indexOf(names[index] as string) < index),
  );
}

/** Returns the rows that are not empty. */
export function filledRows(rows: readonly KeyValuePair[]): KeyValuePair[] {
  return rows.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
}

function rowsOf(json: string): KeyValuePair[] | undefined {
  if (json.trim() === '') return [];
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
    const entries = Object.entries(parsed);
    if (entries.some(([, value]) => typeof value !== 'string')) return undefined;
    return entries.map(([name, value]) => ({ name, value: value as string }));
  } catch {
    return undefined;
  }
}
