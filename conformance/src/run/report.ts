import type { UpstreamKind } from '../mocks/upstreams.ts';
import { buildTables, renderText } from './matrix.ts';
import type { Result } from './run-all.ts';

const FAILURES_MAX = 20;

/** Renders the report for a terminal: the matrix, then what failed and why. */
export function renderReport(
  results: readonly Result[],
  upstreams: readonly UpstreamKind[],
  verbose: boolean,
): string {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const shown = failed.slice(0, verbose ? Infinity : FAILURES_MAX);
  const left = failed.length - shown.length;
  return [
    ...buildTables(results, upstreams).map(renderText),
    ...(failed.length > 0 ? [renderRules(failed)] : []),
    ...shown.map((result) => renderFailure(result, verbose)),
    ...(left > 0 ? [`… and ${left} more failures; --verbose or --json shows all`] : []),
    summarise(results),
  ].join('\n\n');
}

/** Lists the number of failures per rule. */
function renderRules(failed: readonly Result[]): string {
  const counts = new Map<string, number>();
  for (const { failure } of failed)
    counts.set(failure?.rule ?? '', (counts.get(failure?.rule ?? '') ?? 0) + 1);
  const lines = [...counts].toSorted((one, other) => other[1] - one[1]);
  return ['Broken rules', ...lines.map(([rule, count]) => `  ${count} × ${rule}`)].join('\n');
}

function renderFailure({ case: name, setting, failure }: Result, verbose: boolean): string {
  const { client, first, second, stream } = setting;
  const route = first === second ? first : `${first} → ${second}`;
  return [
    `✗ ${name}: ${client} client, ${route}, ${stream ? 'streamed' : 'whole'}`,
    `  rule:    ${failure?.rule} (${failure?.source})`,
    `  message: ${verbose ? failure?.message : failure?.message.slice(0, 600)}`,
    ...(verbose ? [`  request: ${failure?.request}`, `  answer:  ${failure?.answer}`] : []),
  ].join('\n');
}

/** Returns one line with the totals. */
function summarise(results: readonly Result[]): string {
  const count = (outcome: Result['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  const repaired = results.reduce((sum, result) => sum + result.repaired, 0);
  const mended = repaired > 0 ? `, ${repaired} requests mended after a refusal` : '';
  return `${count('passed')} passed, ${count('failed')} failed, ${count('omitted')} left out${mended}`;
}
