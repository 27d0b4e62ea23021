import type { HttpResponse } from './http-exchange.ts';
import { FastPathResponse } from './fast-path-response.ts';

/** Calls `done` once nothing of a finished answer waits in memory any more: all was taken, or the client left. */
export function onFlushed(answer: HttpResponse, done: () => void): void {
  if (answer instanceof FastPathResponse) answer.onFlushed(done);
  else if (answer.destroyed) done();
  else answer.on('close', done);
}
