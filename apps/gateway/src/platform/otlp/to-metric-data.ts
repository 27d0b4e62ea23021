import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics';

/** A metric as prom-client returns it. */
export interface PromMetric {
  name: string;
  help: string;
  type: unknown;
  values: readonly PromValue[];
}

interface PromValue {
  value: number;
  labels: Partial<Record<string, string | number>>;
  /** For histograms: the series that the value belongs to. */
  metricName?: string;
}

interface Times {
  /** When counting began. */
  startedAt: number;
  now: number;
}

/**
 * Converts metrics from Prometheus' data model to OpenTelemetry's, under the same names, as cumulative sums.
 */
export function toMetricData(metrics: readonly PromMetric[], times: Times): MetricData[] {
  const span = { startTime: millisToHrTime(times.startedAt), endTime: millisToHrTime(times.now) };
  return metrics
    .filter(({ values }) => values.length > 0)
    .map((metric): MetricData => {
      const shared = {
        descriptor: {
          name: metric.name,
          description: metric.help,
          unit: '',
          valueType: ValueType.DOUBLE,
        },
        aggregationTemporality: AggregationTemporality.CUMULATIVE,
      };
      if (metric.type === 'histogram')
        return {
          ...shared,
          dataPointType: DataPointType.HISTOGRAM,
          dataPoints: readHistograms(metric, span),
        };
      const dataPoints = metric.values.map(({ value, labels }) => ({
        ...span,
        attributes: labels as Attributes,
        value,
      }));
      return metric.type === 'counter'
        ? { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
        : { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
    });
}

interface OpenHistogram {
  attributes: Attributes;
  boundaries: number[];
  /** Cumulative bucket counts, as Prometheus counts. */
  upTo: number[];
  sum: number;
  count: number;
}

/** Returns one histogram per set of labels, with individual bucket counts. */
function readHistograms(
  { name, values }: PromMetric,
  span: { startTime: HrTime; endTime: HrTime },
) {
  const byLabels = new Map<string, OpenHistogram>();
  for (const { value, labels, metricName } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(attributes);
    let found = byLabels.get(key);
    if (!found)
      byLabels.set(
        key,
        (found = {
          attributes,
          boundaries: [],
          upTo: [],
          sum: 0,
          count: 0,
        }),
      );
    if (metricName === `${name}_sum`) found.sum = value;
    else if (metricName === `${name}_count`) found.count = value;
    else {
      found.upTo.push(value);
      if (le !== '+Inf') found.boundaries.push(Number(le));
    }
  }
  return [...byLabels.values()].map(({ attributes, boundaries, upTo, sum, count }) => ({
    ...span,
    attributes,
    value: {
      buckets: { boundaries, counts: upTo.map((below, at) => below - (upTo[at - 1] ?? 0)) },
      sum,
      count,
    },
  }));
}
