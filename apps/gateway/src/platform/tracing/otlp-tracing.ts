import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, TraceState } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../config.ts';
import type { Logger } from '../logger.ts';
import type { TracedService } from './open-tracing.ts';
import type { RemoteParent, SpanAttributes, TracedSpan, Tracing } from './tracing.ts';

/** A collector that does not answer must not hold a shutdown. */
const CLOSE_MS = 2000;
/** How often it is logged that spans could not be sent. */
const COMPLAINT_EVERY_MS = 60_000;
/** Spans that wait for the collector; more are dropped. A batch goes out every 5 s, or when 512 wait. */
const QUEUE_MAX = 8192;
const VALUE_LENGTH_MAX = 512;

/** Sends spans in batches as OTLP over HTTP, in JSON. Never waits for the collector. */
export function createOtlpTracing(
  config: Config,
  { version, nodeId }: TracedService,
  log: Logger,
): Tracing {
  complainSometimes(log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': version,
      'service.instance.id': nodeId,
    }),
    sampler: chooseSampler(config),
    spanLimits: { attributeValueLengthLimit: VALUE_LENGTH_MAX },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${(config.OTEL_EXPORTER_OTLP_ENDPOINT ?? '').replace(/\/+$/, '')}/v1/traces`,
          headers: parseHeaders(config.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
        }),
        maxQueueSize: QUEUE_MAX,
      }),
    ],
  });
  const tracer = provider.getTracer('tollgate', version);
  return {
    serve: (name, parent, attributes) =>
      startSpan(tracer, name, { kind: SpanKind.SERVER, context: contextOf(parent), attributes }),
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise<void>((resolve) => {
          setTimeout(resolve, CLOSE_MS).unref();
        }),
      ]),
  };
}

function startSpan(
  tracer: Tracer,
  name: string,
  { kind, context, attributes }: { kind: SpanKind; context: Context; attributes: SpanAttributes },
): TracedSpan {
  const span: Span = tracer.startSpan(name, { kind, attributes }, context);
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    child: (childName, childAttributes) =>
      startSpan(tracer, childName, {
        kind: SpanKind.CLIENT,
        context: trace.setSpan(ROOT_CONTEXT, span),
        attributes: childAttributes,
      }),
    rename: (newName) => void span.updateName(newName),
    set: (further) => void span.setAttributes(further),
    fail(type) {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

function contextOf(parent: RemoteParent | undefined): Context {
  if (!parent) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: parent.traceId,
    spanId: parent.spanId,
    traceFlags: parent.flags,
    isRemote: true,
    ...(parent.tracestate === '' ? {} : { traceState: new TraceState(parent.tracestate) }),
  });
}

function chooseSampler({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: share,
}: Config): Sampler {
  const own = name.replace('parentbased_', '');
  const root =
    own === 'always_on'
      ? new AlwaysOnSampler()
      : own === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share);
  return own === name ? root : new ParentBasedSampler({ root });
}

/** `name=value,other=value`, values percent-encoded, as the standard variable has them. */
function parseHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.trim());
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]];
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function complainSometimes(log: Logger): void {
  let last = -Infinity;
  setGlobalErrorHandler((error) => {
    const now = performance.now();
    if (now - last < COMPLAINT_EVERY_MS) return;
    last = now;
    log.warn({ err: error }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  });
}
