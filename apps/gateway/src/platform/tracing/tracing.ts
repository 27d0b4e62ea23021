/** Attributes of a span, named by OpenTelemetry's semantic conventions. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A span in progress. It holds no content of calls. */
export interface TracedSpan {
  /** The `traceparent` for requests made within this span. */
  readonly traceparent: string;
  /** Starts a child span for work done by another service. */
  child(name: string, attributes: SpanAttributes): TracedSpan;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed; `type` is the error code. */
  fail(type: string): void;
  /** Call once; nothing may be set afterwards. */
  end(): void;
}

/** The caller's own trace context. */
export interface RemoteParent {
  traceId: string;
  spanId: string;
  flags: number;
  tracestate: string;
}

/** Sends spans of calls to an OpenTelemetry collector. */
export interface Tracing {
  /** Starts the span that covers serving a request. */
  serve(name: string, parent: RemoteParent | undefined, attributes: SpanAttributes): TracedSpan;
  /** Sends the rest, for a few seconds at most. */
  close(): Promise<void>;
}
