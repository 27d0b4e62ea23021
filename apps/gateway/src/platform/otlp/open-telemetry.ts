import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { endpointOf } from './otlp-endpoint.ts';

/** What describes this process to a collector. */
export interface TelemetryService {
  version: string;
  nodeId: string;
}

/** What goes to an OpenTelemetry collector. */
export interface Telemetry {
  /** Undefined where no traces are wanted. */
  readonly tracing: Tracing | undefined;
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>;
}

/**
 * Traces where a collector is named, metrics where OTEL_METRICS_EXPORTER asks for them too. The
 * libraries are loaded only then (ADR 67, 100).
 */
export async function openTelemetry(
  config: Config,
  service: TelemetryService,
  log: Logger,
): Promise<Telemetry> {
  const wants = (signal: 'traces' | 'metrics', exporter: 'otlp' | 'none') =>
    !config.OTEL_SDK_DISABLED && exporter === 'otlp' && endpointOf(config, signal) !== undefined;
  const tracing = wants('traces', config.OTEL_TRACES_EXPORTER)
    ? (await import('../tracing/otlp-tracing.ts')).createOtlpTracing(config, service, log)
    : undefined;
  const metrics = wants('metrics', config.OTEL_METRICS_EXPORTER)
    ? (await import('./otlp-metrics.ts')).createOtlpMetrics(config, service, log)
    : undefined;
  return {
    tracing,
    async close() {
      await Promise.all([tracing?.close(), metrics?.close()]);
    },
  };
}
