import { expect, test } from 'vitest';
import { RemoteMedia } from '../../domain/remote-media.ts';
import { ByteBudget } from '../../platform/byte-budget.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import type { BuiltRequest } from '../attempt/build-upstream-request.ts';
import type { RelayCall } from '../relay-call.ts';
import { attemptWithMedia } from './attempt-with-media.ts';

const IMAGE = { status: 200, headers: { 'content-type': 'image/png' } };
const ANSWERED: AttemptResult = { kind: 'answered' };
const NOT_SENT: AttemptResult = { kind: 'client-gone' };

test.each([
  [false, ANSWERED, 1],
  [true, NOT_SENT, 0],
])(
  'a call whose client disconnects (%s) while its images are fetched is not sent',
  async (destroyed, expected, times) => {
    const bytes = Buffer.from('x');
    const outbound = () => Promise.resolve({ ...IMAGE, bytes, text: 'x' });
    const call = { response: { destroyed }, clientDisconnected: false, upstreamMs: 0 };
    let sent = 0;
    const result = await attemptWithMedia({
      media: new RemoteMedia(outbound),
      bodies: new ByteBudget(1),
      call: call as unknown as RelayCall,
      need: { urls: ['https://images.example/a'], finish: () => ({}) as BuiltRequest },
      send: () => {
        sent += 1;
        return Promise.resolve(ANSWERED);
      },
      refuse: (fault) => ({ kind: 'fault', fault }),
    });
    expect(result).toEqual(expected);
    expect(sent).toBe(times);
    expect(call.clientDisconnected).toBe(destroyed);
    expect(call.upstreamMs).toBeGreaterThan(0);
  },
);
