import type { RelayCall } from '../relay-call.ts';

/**
 * Returns headers that identify the call to an upstream, as alternating names and values. Only for channels
 * whose setting `pass_trace_headers` allows it: they reveal how the caller's own requests are related.
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
