import type { TracedSpan } from '../../platform/tracing/tracing.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';

/** Ends the span of an attempt with its outcome. */
export function endAttempt(span: TracedSpan, result: AttemptResult): void {
  if (result.kind === 'fault') {
    if (result.fault.http > 0) span.set({ 'http.response.status_code': result.fault.http });
    span.fail(result.fault.code ?? result.fault.type);
  } else if (result.kind === 'answered') {
    if (result.broke) span.fail('stream_broken');
    else span.set({ 'http.response.status_code': 200 });
  } else span.set({ 'tollgate.outcome': result.kind });
  span.end();
}
