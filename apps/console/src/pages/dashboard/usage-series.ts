import type { UsagePoint } from '@tollgate/contract';

/** Models that have a colour of their own; all others are one. */
export const MODELS_MAX = 8;

export type Measure = 'quota' | 'count' | 'token_used';

export interface UsageSeries {
  /** Undefined for all models that have no series of their own. */
  model: string | undefined;
  /** A value for each piece of time. */
  values: number[];
  total: number;
}

/** Usage as one series a model, the greatest first; the ninth and all further ones are one. */
export function toUsageSeries(
  points: readonly UsagePoint[],
  pieces: readonly number[],
  measure: Measure,
): UsageSeries[] {
  const byModel = new Map<string, UsageSeries>();
  for (const point of points) {
    const index = pieces.findLastIndex((start) => start <= point.created_at);
    const series = byModel.get(point.model_name) ?? emptySeries(point.model_name, pieces.length);
    byModel.set(point.model_name, series);
    addTo(series, Math.max(0, index), point[measure]);
  }
  const sorted = [...byModel.values()].sort((left, right) => right.total - left.total);
  const others = sorted.slice(MODELS_MAX);
  if (others.length === 0) return sorted;
  const rest = emptySeries(undefined, pieces.length);
  for (const { values } of others)
    for (const [index, value] of values.entries()) addTo(rest, index, value);
  return [...sorted.slice(0, MODELS_MAX), rest];
}

function emptySeries(model: string | undefined, length: number): UsageSeries {
  return { model, values: Array.from({ length }, () => 0), total: 0 };
}

function addTo(series: UsageSeries, index: number, value: number): void {
  series.values[index] = (series.values[index] ?? 0) + value;
  series.total += value;
}
