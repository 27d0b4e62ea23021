import type { Config } from '../config.ts';

/** Kinds of telemetry sent to a collector. */
export type Signal = 'traces' | 'metrics';

/**
 * Returns where a signal is sent: its own address as written, else the common one followed by the signal's
 * path. Undefined if neither is set.
 */
export function endpointOf(config: Config, signal: Signal): string | undefined {
  const signalEndpoint =
    signal === 'traces'
      ? config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
      : config.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT;
  if (signalEndpoint !== undefined) return signalEndpoint;
  const common = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return common === undefined ? undefined : `${common.replace(/\/+$/, '')}/v1/${signal}`;
}
