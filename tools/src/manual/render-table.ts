/** Renders a Markdown table. Cells are Markdown; pipes in them are escaped. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Formats a value as code; an empty one as a dash. */
export function asCode(value: string): string {
  return value === '' ? '–' : `\`${value}\``;
}
