import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type RelayScene,
  startRelayScene,
  simulatorScript,
} from '../../../test-support/relay-scene.ts';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.channel('up');
});
afterAll(() => scene.close());

const QUOTA = 1000;

/** Streams for a user who has `QUOTA`; returns the text received, the log row and the remaining balance. */
async function stream(body: Record<string, unknown>) {
  const owner = await scene.gateway.user({ quota: QUOTA });
  const { secret } = await scene.gateway.token(owner, { unlimited_quota: true });
  const authorization = `Bearer ${secret}`;
  const { text } = await scene.chat({ stream: true, ...body }, { authorization });
  const [row] = await scene.logs(owner);
  const { body: self } = await owner.call('GET', '/api/user/self');
  return { text, row, left: self.data['quota'] };
}

test.each([
  ['has no maximum', {}],
  ['has a maximum that the upstream does not keep', { max_tokens: 1 }],
])(
  'a stream that %s ends with an error when the balance is exhausted, and costs what it delivered',
  async (_, bound) => {
    const {
      text,
      row,
      left: remaining,
    } = await stream({ ...bound, ...simulatorScript({ tokens: 20_000 }) });
    expect(text).toContain('"code":"balance_ran_out"');
    expect(text).not.toContain('[DONE]');
    expect(row?.other.end).toBe('balance_ran_out');
    expect(row?.quota).toBeGreaterThan(QUOTA / 3);
    expect(remaining).toBe(QUOTA - (row?.quota ?? 0));
  },
);

test('a stream that respects its maximum needs no more than was reserved for it', async () => {
  const { text, row } = await stream({ max_tokens: 400, ...simulatorScript({ tokens: 400 }) });
  expect(text).toContain('[DONE]');
  expect(row?.other.end).toBeUndefined();
});
