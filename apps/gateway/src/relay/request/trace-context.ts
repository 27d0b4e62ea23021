import type { IncomingHttpHeaders } from 'node:http';

/** The caller's trace context of a call, by W3C Trace Context. */
export interface TraceContext {
  /** The header as sent by the caller. */
  readonly traceparent: string;
  /** 32 hexadecimal characters. */
  readonly traceId: string;
  /** The caller's span, 16 hexadecimal characters. */
  readonly spanId: string;
  /** Bit 0: the caller records the trace. */
  readonly flags: number;
  /** Added by systems in between; empty if there is none. */
  readonly tracestate: string;
}

/** A later version may append fields; the known ones are read. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ALL_ZEROS = /^0+$/;
/** Longer ones may be dropped by any system in between. */
const TRACESTATE_MAX = 512;
const PRINTED = /^[\x20-\x7e]*$/;

/** Parses `traceparent` and `tracestate`; returns undefined if they are missing or invalid. */
export function readTraceContext(headers: IncomingHttpHeaders): TraceContext | undefined {
  const header = headers['traceparent'];
  return header === undefined ? undefined : parse(header, headers['tracestate']);
}

function parse(
  traceparent: string | readonly string[],
  tracestate: string | readonly string[] | undefined,
): TraceContext | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > TRACESTATE_MAX) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    TRACEPARENT.exec(traceparent.trim()) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return undefined;
  if (ALL_ZEROS.test(traceId) || ALL_ZEROS.test(spanId)) return undefined;
  const state = typeof tracestate === 'string' ? tracestate : (tracestate ?? []).join(',');
  return {
    traceparent: traceparent.trim(),
    traceId,
    spanId,
    flags: Number.parseInt(flags, 16),
    tracestate: state.length <= TRACESTATE_MAX && PRINTED.test(state) ? state : '',
  };
}
