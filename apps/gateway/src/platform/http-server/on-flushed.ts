import type { HttpResponse } from './http-exchange.ts';
import { FastPathResponse } from './fast-path-response.ts';

/**
 * Calls `done` once a finished response is no longer in memory: it was flushed, or the client disconnected.
 */
export function onFlushed(response: HttpResponse, done: () => void): void {
  if (response instanceof FastPathResponse) response.onFlushed(done);
  else if (response.destroyed) done();
  else response.on('close', done);
}
