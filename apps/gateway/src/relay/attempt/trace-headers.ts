import type { RelayCall } from '../relay-call.ts';

/**
 * What tells an upstream which call this is: names and values in turn. For channels whose setting
 * `pass_trace_headers` allows it: they say how the caller's own requests belong together.
 */
export function traceHeaders({
  requestId,
  traceContext,
  attemptSpan,
}: Pick<RelayCall, 'requestId' | 'traceContext' | 'attemptSpan'>): string[] {
  const headers = ['x-request-id', requestId];
  const parent = attemptSpan ?? traceContext;
  if (parent) headers.push('traceparent', parent.traceparent);
  if (traceContext && traceContext.tracestate !== '')
    headers.push('tracestate', traceContext.tracestate);
  return headers;
}
