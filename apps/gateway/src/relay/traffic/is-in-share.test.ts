import { expect, test } from 'vitest';
import type { ActiveRule } from '../../domain/traffic/traffic-rules.ts';
import type { RelayCall } from '../relay-call.ts';
import { isInShare } from './is-in-share.ts';

const never = () => {
  throw new Error('a chat is drawn by its name');
};
const ruleOf = (percent: number, id = 1) => ({ id, basis_points: percent * 100 }) as ActiveRule;
const chat = (session: string, userId = 7) =>
  ({
    holder: { userId },
    request: { headers: { 'session-id': session } },
    clientRequest: { kind: 'chat', bytes: new Uint8Array(), promptTokensEstimate: 0 },
    client: { dialect: 'openai-chat' },
  }) as unknown as RelayCall;
const embedding = {
  ...chat(''),
  request: { headers: {} },
  clientRequest: { kind: 'embeddings', bytes: new Uint8Array(), promptTokensEstimate: 0 },
} as unknown as RelayCall;

test.each([1, 5, 50])(
  '%s %% of ten thousand chats are in the share, within a sixth of it',
  (percent) => {
    let count = 0;
    for (let at = 0; at < 10_000; at += 1)
      if (isInShare(ruleOf(percent), chat(`session ${at}`), never)) count += 1;
    expect(Math.abs(count / 100 - percent)).toBeLessThan(percent / 6);
  },
);

test('a chat is always on the same side, and a larger share keeps those already in it', () => {
  for (let at = 0; at < 1000; at += 1) {
    const isIn = isInShare(ruleOf(10), chat(`session ${at}`), never);
    expect(isInShare(ruleOf(10), chat(`session ${at}`), never)).toBe(isIn);
    if (isIn) expect(isInShare(ruleOf(20), chat(`session ${at}`), never)).toBe(true);
  }
});

test('two rules decide independently of each other', () => {
  let both = 0;
  for (let at = 0; at < 10_000; at += 1)
    if (
      isInShare(ruleOf(50, 1), chat(`session ${at}`), never) &&
      isInShare(ruleOf(50, 2), chat(`session ${at}`), never)
    )
      both += 1;
  expect(both).toBeGreaterThan(2000);
  expect(both).toBeLessThan(3000);
});

test('a call that is not a chat is assigned at random', () => {
  expect(isInShare(ruleOf(10), embedding, () => 0.09)).toBe(true);
  expect(isInShare(ruleOf(10), embedding, () => 0.1)).toBe(false);
});
