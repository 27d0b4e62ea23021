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
import type { TelemetryIdentity } from '../otlp/telemetry-identity.ts';
import { createTraceExporter, resourceOf } from '../otlp/otlp-exporter.ts';
import type { RemoteParent, SpanAttributes, TracedSpan, Tracing } from './tracing.ts';

/** A collector that does not respond must not delay a shutdown. */
const CLOSE_MS = 2000;
/** Minimum interval between log lines about spans that could not be sent. */
const COMPLAINT_EVERY_MS = 60_000;
/**
 * Spans queued for the collector; further ones are dropped. A batch is sent every 5 s, or when 512 are
 * queued.
 */
const QUEUE_MAX = 8192;
const VALUE_LENGTH_MAX = 512;

/** Creates tracing that sends spans in batches as OTLP over HTTP. Never waits for the collector. */
export function createOtlpTracing(
  config: Config,
  identity: TelemetryIdentity,
  log: Logger,
): Tracing {
  complainSometimes(log);
  const provider = new TracerProvider({
    resource: resourceOf(config, identity),
    sampler: chooseSampler(config),
    spanLimits: { attributeValueLengthLimit: VALUE_LENGTH_MAX },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createTraceExporter(config),
        maxQueueSize: QUEUE_MAX,
      }),
    ],
  });
  const tracer = provider.getTracer('tollgate', identity.version);
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
  const samplerName = name.replace('parentbased_', '');
  const root =
    samplerName === 'always_on'
      ? new AlwaysOnSampler()
      : samplerName === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share);
  return samplerName === name ? root : new ParentBasedSampler({ root });
}

function complainSometimes(log: Logger): void {
  let last = -Infinity;
  setGlobalErrorHandler((error) => {
    const now = performance.now();
    if (now - last < COMPLAINT_EVERY_MS) return;
    last = now;
    log.warn({ err: error }, 'traces could not be sent to the OpenTelemetry collector');
  });
}
