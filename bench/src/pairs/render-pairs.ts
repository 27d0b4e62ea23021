import { median } from '../median.ts';
import { renderTable } from '../table.ts';
import type { Sample } from '../take-sample.ts';
import type { Pair } from './dialects.ts';

export interface MeasuredPair {
  pair: Pair;
  /** One per round. */
  samples: readonly Pick<
    Sample,
    'requestsPerSecond' | 'cpuMicroseconds' | 'cpuShare' | 'foreignShare' | 'errors'
  >[];
}

/** Renders a table of streamed calls and one of the others. */
export function renderPairs(measured: readonly MeasuredPair[]): string {
  return [true, false]
    .map((stream) => {
      const rows = measured.filter(({ pair }) => pair.stream === stream);
      const title = stream ? 'Streams of 40 tokens' : 'Calls that are not streamed';
      return `### ${title}\n\n${renderRows(rows)}`;
    })
    .join('\n\n');
}

function renderRows(rows: readonly MeasuredPair[]): string {
  return renderTable(
    [
      'Client → upstream',
      'calls/s',
      'CPU µs a call',
      '× pass-through',
      'its CPU',
      'most of others',
      'errors',
    ],
    rows.map((row) => {
      const { pair, samples } = row;
      const middle = (read: (sample: MeasuredPair['samples'][number]) => number) =>
        median(samples.map(read));
      const foreign = Math.max(...samples.map(({ foreignShare }) => foreignShare));
      return [
        `${pair.client} → ${pair.upstream}`,
        String(Math.round(middle(({ requestsPerSecond }) => requestsPerSecond))),
        middle(({ cpuMicroseconds }) => cpuMicroseconds).toFixed(0),
        renderCost(computeCost(row, rows)),
        `${Math.round(middle(({ cpuShare }) => cpuShare) * 100)} %`,
        `${Math.round(foreign * 100)} %`,
        String(samples.reduce((sum, { errors }) => sum + errors, 0)),
      ];
    }),
  );
}

function renderCost(cost: number): string {
  return Number.isNaN(cost) ? '–' : cost.toFixed(2);
}

/**
 * Returns the CPU time of a call relative to the client's pass-through pair: the median of the rounds'
 * ratios; NaN after an error, because errors are fast.
 */
function computeCost({ pair, samples }: MeasuredPair, rows: readonly MeasuredPair[]): number {
  const through =
    rows.find((other) => other.pair.client === pair.client && other.pair.upstream === pair.client)
      ?.samples ?? [];
  if ([...samples, ...through].some(({ errors }) => errors > 0)) return Number.NaN;
  return median(
    samples.map(
      ({ cpuMicroseconds }, round) =>
        cpuMicroseconds / (through[round]?.cpuMicroseconds ?? Number.NaN),
    ),
  );
}
