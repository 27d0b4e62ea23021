import type { Config } from '../config.ts';

/** What is sent to a collector. */
export type Signal = 'traces' | 'metrics';

/**
 * Where a signal goes: its own address as it is written, else the common one with the signal's path
 * behind it. Undefined where neither is set.
 */
export function endpointOf(config: Config, signal: Signal): string | undefined {
  const own =
    signal === 'traces'
      ? config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
      : config.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT;
  if (own !== undefined) return own;
  const common = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return common === undefined ? undefined : `${common.replace(/\/+$/, '')}/v1/${signal}`;
}
