import type { UpstreamKind } from '../mocks/upstreams.ts';
import type { Result } from './run-all.ts';

/** A table whose first row is its head. */
export interface Table {
  title: string;
  rows: string[][];
}

const MARKS = { passed: '✓', failed: '✗', omitted: '·' } as const;

/** Summarizes the runs of a cell: ✗ if one failed, with the numbers passed and total. */
function cellOf(results: readonly Result[]): string {
  const ran = results.filter(({ outcome }) => outcome !== 'omitted');
  if (ran.length === 0) return MARKS.omitted;
  const passed = ran.filter(({ outcome }) => outcome === 'passed').length;
  return passed === ran.length ? MARKS.passed : `${MARKS.failed} ${passed}/${ran.length}`;
}

/** Builds a table of the cases with one upstream, and one for each case of pairs. */
export function buildTables(
  results: readonly Result[],
  upstreams: readonly UpstreamKind[],
): Table[] {
  const names = [...new Set(results.map((result) => result.case))];
  const clients = [...new Set(results.map(({ setting }) => setting.client))];
  const isPair = (name: string) =>
    results.some((one) => one.case === name && one.setting.first !== one.setting.second);
  const pick = (name: string, client: string) =>
    results.filter((one) => one.case === name && one.setting.client === client);
  const singles = names.filter((name) => !isPair(name));
  const hasRun = (name: string, client: string) =>
    pick(name, client).some(({ outcome }) => outcome !== 'omitted');
  const single: Table = {
    title: 'Client × case, by upstream',
    rows: [
      ['client', 'case', ...upstreams],
      ...clients.flatMap((client) =>
        singles
          .filter((name) => hasRun(name, client))
          .map((name) => [
            client,
            name,
            ...upstreams.map((kind) =>
              cellOf(pick(name, client).filter(({ setting }) => setting.first === kind)),
            ),
          ]),
      ),
    ],
  };
  const paired = names.filter((name) => isPair(name) && clients.some((one) => hasRun(name, one)));
  const pairs = paired.map((name): Table => ({
    title: `${name}: client and first upstream × second upstream`,
    rows: [
      ['client', 'from \\ to', ...upstreams],
      ...clients.flatMap((client) =>
        upstreams.map((first) => [
          client,
          first,
          ...upstreams.map((second) =>
            cellOf(
              pick(name, client).filter(
                ({ setting }) => setting.first === first && setting.second === second,
              ),
            ),
          ),
        ]),
      ),
    ],
  }));
  return singles.length > 0 ? [single, ...pairs] : pairs;
}

/** Renders a table with aligned columns. */
export function renderText({ title, rows }: Table): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Renders a table as Markdown. */
export function renderMarkdown({ title, rows: [head = [], ...rows] }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [`### ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join(
    '\n',
  );
}
