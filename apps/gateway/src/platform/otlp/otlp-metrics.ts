import { ExportResultCode } from '@opentelemetry/core';
import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import { registry } from '../metrics.ts';
import type { TelemetryIdentity } from './telemetry-identity.ts';
import { createMetricExporter, resourceOf } from './otlp-exporter.ts';
import { toMetricData } from './to-metric-data.ts';

/** A collector that does not respond must not delay a shutdown. */
const CLOSE_MS = 2000;
/** Minimum interval between log lines about metrics that could not be sent. */
const COMPLAINT_EVERY_MS = 60_000;

export interface OtlpMetrics {
  /** Sends the final metrics, for a few seconds at most. */
  close(): Promise<void>;
}

/**
 * Sends the metrics that `/metrics` shows of this process to a collector every OTEL_METRIC_EXPORT_INTERVAL,
 * under the same names. A failed export is dropped: the next one includes its sums.
 */
export function createOtlpMetrics(
  config: Config,
  identity: TelemetryIdentity,
  log: Logger,
  source: Pick<Registry, 'getMetricsAsJSON'> = registry,
): OtlpMetrics {
  const exporter = createMetricExporter(config);
  const resource = resourceOf(config, identity);
  const scope = { name: 'tollgate', version: identity.version };
  const startedAt = Date.now() - process.uptime() * 1000;
  let complainedAt = -Infinity;
  const complain = (error: unknown) => {
    if (performance.now() - complainedAt < COMPLAINT_EVERY_MS) return;
    complainedAt = performance.now();
    log.warn({ err: error }, 'metrics could not be sent to the OpenTelemetry collector');
  };
  const send = async () => {
    const metrics = toMetricData(await source.getMetricsAsJSON(), { startedAt, now: Date.now() });
    await new Promise<void>((resolve) => {
      exporter.export({ resource, scopeMetrics: [{ scope, metrics }] }, ({ code, error }) => {
        if (code !== ExportResultCode.SUCCESS) complain(error);
        resolve();
      });
    });
  };
  const timer = setInterval(() => void send().catch(complain), config.OTEL_METRIC_EXPORT_INTERVAL);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      const last = send()
        .catch(complain)
        .then(() => exporter.shutdown());
      await Promise.race([
        last,
        new Promise<void>((resolve) => {
          setTimeout(resolve, CLOSE_MS).unref();
        }),
      ]);
    },
  };
}
