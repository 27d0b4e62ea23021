import type { TrafficFigures } from '@tollgate/contract';

/** The measures of a comparison, in the order in which they are shown. */
export const MEASURES = [
  'calls',
  'errorRate',
  'beginP50',
  'beginP95',
  'totalP50',
  'totalP95',
  'promptTokens',
  'completionTokens',
  'cost',
  'costPerCall',
] as const;
export type Measure = (typeof MEASURES)[number];

/** Returns the value of a measure; null if there is none. */
export function valueOf(figures: TrafficFigures, measure: Measure): number | null {
  const { calls, errors, cost } = figures;
  switch (measure) {
    case 'calls':
      return calls;
    case 'errorRate':
      return calls === 0 ? null : errors / calls;
    case 'beginP50':
      return figures.begin_p50_ms;
    case 'beginP95':
      return figures.begin_p95_ms;
    case 'totalP50':
      return figures.total_p50_ms;
    case 'totalP95':
      return figures.total_p95_ms;
    case 'promptTokens':
      return figures.prompt_tokens;
    case 'completionTokens':
      return figures.completion_tokens;
    case 'cost':
      return cost;
    case 'costPerCall':
      return calls === 0 ? null : Math.round(cost / calls);
  }
}

/** Sums depend on the share of traffic rather than on the side: only rates and times are compared. */
const COMPARED: ReadonlySet<Measure> = new Set([
  'errorRate',
  'beginP50',
  'beginP95',
  'totalP50',
  'totalP95',
  'costPerCall',
]);

/** Returns the relative difference of a side from another: 0.1 is 10% more. Null if not meaningful. */
export function differenceOf(
  base: TrafficFigures,
  other: TrafficFigures,
  measure: Measure,
): number | null {
  if (!COMPARED.has(measure)) return null;
  const [before, after] = [valueOf(base, measure), valueOf(other, measure)];
  if (before === null || after === null) return null;
  if (measure === 'errorRate') return after - before;
  return before === 0 ? null : after / before - 1;
}
