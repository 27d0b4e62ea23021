import { afterEach, expect, test } from 'vitest';
import { takeDeliveredAnswer } from './delivered.ts';

afterEach(() => {
  globalThis.delivered = undefined;
});

const deliver = (answer: Promise<Response>) => {
  globalThis.delivered = { answers: new Map([['/api/user/self', answer]]) };
};

test('the answer to a call that the document made is taken over once, and asked for anew later', async () => {
  const answer = new Response('{}');
  deliver(Promise.resolve(answer));
  expect(await takeDeliveredAnswer('/api/notice', 3000)).toBeUndefined();
  expect(await takeDeliveredAnswer('/api/user/self', 3000)).toBe(answer);
  expect(await takeDeliveredAnswer('/api/user/self', 3000)).toBeUndefined();
});

test('a call of the document that failed, or that nobody wanted for long, is made anew', async () => {
  deliver(Promise.reject(new Error('no line')));
  expect(await takeDeliveredAnswer('/api/user/self', 3000)).toBeUndefined();
  deliver(Promise.resolve(new Response('{}')));
  expect(await takeDeliveredAnswer('/api/user/self', 20_000)).toBeUndefined();
});
