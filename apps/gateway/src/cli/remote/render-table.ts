import { cutToWidth, displayWidth, printable } from './display-width.ts';

/** A column: its header, and what it shows of a row. */
export interface Column<Row> {
  head: string;
  /** Right-aligned, for numbers. */
  right?: boolean;
  cell: (row: Row) => string | number;
}

const CELL_WIDTH_MAX = 40;
const GAP = '  ';

/**
 * Renders the lines of a table, aligned whatever they contain. For a growing table, the caller passes the
 * widths so far, which are updated, and omits the header after the first time.
 */
export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { widths = [], head = true }: { widths?: number[]; head?: boolean } = {},
): string[] {
  const cells = rows.map((row) =>
    columns.map(({ cell }) => cutToWidth(printable(String(cell(row))) || '–', CELL_WIDTH_MAX)),
  );
  const lines = [columns.map((column) => column.head), ...cells];
  for (const at of columns.keys())
    widths[at] = Math.max(widths[at] ?? 0, ...lines.map((line) => displayWidth(line[at] ?? '')));
  return lines.slice(head ? 0 : 1).map((line) =>
    line
      .map((cell, at) => pad(cell, widths[at] ?? 0, columns[at]?.right === true))
      .join(GAP)
      .trimEnd(),
  );
}

/** Renders names and values, one per line; values are not truncated. */
export function renderFields(fields: readonly (readonly [string, string | number])[]): string[] {
  const width = Math.max(0, ...fields.map(([name]) => displayWidth(name)));
  return fields.map(([name, value]) =>
    `${pad(name, width, false)}${GAP}${printable(String(value)) || '–'}`.trimEnd(),
  );
}

function pad(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return right ? space + text : text + space;
}
