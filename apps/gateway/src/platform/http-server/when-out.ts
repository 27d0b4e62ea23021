import type { HttpAnswer } from './exchange.ts';
import { PlainAnswer } from './plain-answer.ts';

/** Calls `done` once nothing of a finished answer waits in memory any more: all was taken, or the client left. */
export function whenOut(answer: HttpAnswer, done: () => void): void {
  if (answer instanceof PlainAnswer) answer.whenOut(done);
  else if (answer.destroyed) done();
  else answer.on('close', done);
}
