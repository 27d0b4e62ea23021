import type { HttpResponse } from './http-exchange.ts';
import { FastPathResponse } from './fast-path-response.ts';

/**
 * Calls `done` once a finished response is no longer in memory: it was flushed, or the client disconnected.
 */
export function onFlushed(answer: HttpResponse, done: () => void): void {
  if (answer instanceof FastPathResponse) answer.onFlushed(done);
  else if (answer.destroyed) done();
  else answer.on('close', done);
}
