import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import {
  convertLegacyHttpOptions,
  createOtlpHttpExportDelegate,
} from '@opentelemetry/otlp-exporter-base/node-http';
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  MetricsExporterMetricsHelper,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
  TraceExporterMetricsHelper,
} from '@opentelemetry/otlp-transformer';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import type { Config } from '../config.ts';
import type { TelemetryIdentity } from './telemetry-identity.ts';
import { endpointOf, type Signal } from './otlp-endpoint.ts';
import { parsePairs } from './parse-pairs.ts';

const isBinary = (config: Config) => config.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/protobuf';

/** Sends spans by OTLP over HTTP, with bounded retries. */
export function createTraceExporter(config: Config) {
  return new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      optionsOf(config, 'traces'),
      isBinary(config) ? ProtobufTraceSerializer : JsonTraceSerializer,
      'otlp_http_span_exporter',
      TraceExporterMetricsHelper,
      undefined,
    ),
  );
}

/** Sends metrics by OTLP over HTTP, with bounded retries. */
export function createMetricExporter(config: Config) {
  return new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      optionsOf(config, 'metrics'),
      isBinary(config) ? ProtobufMetricsSerializer : JsonMetricsSerializer,
      'otlp_http_metric_exporter',
      MetricsExporterMetricsHelper,
      undefined,
    ),
  );
}

/** The library reads certificates, compression, timeouts and further headers from their own variables. */
function optionsOf(config: Config, signal: Signal) {
  // oxlint-disable-next-line typescript/no-deprecated -- the library's own exporters read their variables by it
  return convertLegacyHttpOptions(
    {
      url: endpointOf(config, signal) ?? '',
      headers: parsePairs(config.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    },
    signal.toUpperCase(),
    `v1/${signal}`,
    { 'Content-Type': isBinary(config) ? 'application/x-protobuf' : 'application/json' },
  );
}

/** Describes this process: OTEL_RESOURCE_ATTRIBUTES, overridden by its name, version and node. */
export function resourceOf(config: Config, { version, nodeId }: TelemetryIdentity): Resource {
  const attributes = parsePairs(config.OTEL_RESOURCE_ATTRIBUTES ?? '');
  return resourceFromAttributes({
    ...attributes,
    'service.name': config.OTEL_SERVICE_NAME ?? attributes['service.name'] ?? 'tollgate',
    'service.version': version,
    'service.instance.id': nodeId,
  });
}
