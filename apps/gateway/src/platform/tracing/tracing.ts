/** Values of a span's attributes, by the names of OpenTelemetry's semantic conventions. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A step of a trace that is under way. It holds no content of calls. */
export interface TracedSpan {
  /** The `traceparent` for whoever works for this step. */
  readonly traceparent: string;
  /** A further step inside this one, done by somebody else. */
  child(name: string, attributes: SpanAttributes): TracedSpan;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** It ended badly; `type` is the code of the error. */
  fail(type: string): void;
  /** Call once; nothing may be set after. */
  end(): void;
}

/** Where a caller has a call in a trace of its own. */
export interface RemoteParent {
  traceId: string;
  spanId: string;
  flags: number;
  tracestate: string;
}

/** Sends what calls did to an OpenTelemetry collector. */
export interface Tracing {
  /** Begins the step of serving a request. */
  serve(name: string, parent: RemoteParent | undefined, attributes: SpanAttributes): TracedSpan;
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>;
}
