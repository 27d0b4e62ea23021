/** Renders a Markdown table with aligned columns; the first is left-aligned, the others right-aligned. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(
      ...[title, ...rows.map((row) => row[column] ?? '')].map((cell) => [...cell].length),
      3,
    ),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column > 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column > 0 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

function pad(cell: string, width: number, right: boolean): string {
  const space = ' '.repeat(width - [...cell].length);
  return right ? space + cell : cell + space;
}
