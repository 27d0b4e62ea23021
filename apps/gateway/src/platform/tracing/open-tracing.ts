import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { Tracing } from './tracing.ts';

/** What describes this process in every trace. */
export interface TracedService {
  version: string;
  nodeId: string;
}

/** Tracing where OTEL_EXPORTER_OTLP_ENDPOINT is set; its libraries are loaded only then (ADR 67). */
export async function openTracing(
  config: Config,
  service: TracedService,
  log: Logger,
): Promise<Tracing | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || config.OTEL_SDK_DISABLED)
    return undefined;
  const { createOtlpTracing } = await import('./otlp-tracing.ts');
  return createOtlpTracing(config, service, log);
}
