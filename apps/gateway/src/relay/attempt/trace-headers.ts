import type { RelayCall } from '../relay-call.ts';

/**
 * What tells an upstream which call this is: names and values in turn. For channels whose setting
 * `pass_trace_headers` allows it: they say how the caller's own requests belong together.
 */
export function traceHeaders({
  requestId,
  traceContext,
}: Pick<RelayCall, 'requestId' | 'traceContext'>): string[] {
  const headers = ['x-request-id', requestId];
  if (!traceContext) return headers;
  headers.push('traceparent', traceContext.traceparent);
  if (traceContext.tracestate !== '') headers.push('tracestate', traceContext.tracestate);
  return headers;
}
