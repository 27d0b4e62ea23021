import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { endpointOf } from './otlp-endpoint.ts';
import type { TelemetryIdentity } from './telemetry-identity.ts';

/** The connection to an OpenTelemetry collector. */
export interface Telemetry {
  /** Undefined if traces are off. */
  readonly tracing: Tracing | undefined;
  /** Sends the rest, for a few seconds at most. */
  close(): Promise<void>;
}

/**
 * Enables traces if a collector is configured, and metrics if OTEL_METRICS_EXPORTER also asks for them. The
 * libraries are loaded only then (ADR 67, 100).
 */
export async function openTelemetry(
  config: Config,
  identity: TelemetryIdentity,
  log: Logger,
): Promise<Telemetry> {
  const usesExporter = (signal: 'traces' | 'metrics', exporter: 'otlp' | 'none') =>
    !config.OTEL_SDK_DISABLED && exporter === 'otlp' && endpointOf(config, signal) !== undefined;
  const tracing = usesExporter('traces', config.OTEL_TRACES_EXPORTER)
    ? (await import('../tracing/otlp-tracing.ts')).createOtlpTracing(config, identity, log)
    : undefined;
  const metrics = usesExporter('metrics', config.OTEL_METRICS_EXPORTER)
    ? (await import('./otlp-metrics.ts')).createOtlpMetrics(config, identity, log)
    : undefined;
  return {
    tracing,
    async close() {
      await Promise.all([tracing?.close(), metrics?.close()]);
    },
  };
}
