import { expect, test } from 'vitest';
import { registry } from '../../platform/metrics.ts';
import {
  interrupted,
  noFirstToken,
  responseMemoryExhausted,
  responseTimedOut,
  responseTooComplex,
  responseTooLarge,
  restarting,
} from '../errors/upstream-faults.ts';
import { countUnchargedAttempt } from './count-uncharged-attempt.ts';

async function readCount(cause: string): Promise<number> {
  const line = new RegExp(`^tollgate_uncharged_calls_total\\{cause="${cause}"\\} (\\d+)$`, 'm');
  return Number(line.exec(await registry.metrics())?.[1]);
}

test.each([
  ['given_up', [noFirstToken, responseTimedOut]],
  ['unreadable', [responseTooLarge, responseTooComplex]],
  ['no_room', [responseMemoryExhausted]],
  ['shutdown', [restarting]],
])(
  "an attempt that the gateway gave up on, at the operator's expense, is counted as %s",
  async (cause, faults) => {
    const before = await readCount(cause);
    for (const fault of faults) countUnchargedAttempt(fault);
    // The upstream's own faults are not billed.
    countUnchargedAttempt(interrupted);
    expect(await readCount(cause)).toBe(before + faults.length);
  },
);
