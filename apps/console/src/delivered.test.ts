import { afterEach, expect, test } from 'vitest';
import { readDelivered, takeDeliveredAnswer, takeReadAnswer } from './delivered.ts';

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

test('an answer that is there before the first paint is read for it, once and nowhere else', async () => {
  deliver(Promise.resolve(Response.json({ success: true })));
  await readDelivered(1000);
  expect(takeReadAnswer('/api/user/self', 3000)).toEqual({ success: true });
  expect(takeReadAnswer('/api/user/self', 3000)).toBeUndefined();
  expect(await takeDeliveredAnswer('/api/user/self', 3000)).toBeUndefined();
});

test('the first paint waits for no answer that is late, failed or refused; the call takes it over', async () => {
  let answer: (response: Response) => void = () => undefined;
  deliver(new Promise((resolve) => (answer = resolve)));
  await readDelivered(0);
  answer(Response.json({}));
  expect(takeReadAnswer('/api/user/self', 3000)).toBeUndefined();
  expect(await (await takeDeliveredAnswer('/api/user/self', 3000))?.json()).toEqual({});
  deliver(Promise.reject(new Error('no line')));
  await readDelivered(1000);
  expect(takeReadAnswer('/api/user/self', 3000)).toBeUndefined();
  deliver(Promise.resolve(Response.json({ message: 'no' }, { status: 401 })));
  await readDelivered(1000);
  expect(takeReadAnswer('/api/user/self', 3000)).toBeUndefined();
  expect((await takeDeliveredAnswer('/api/user/self', 3000))?.status).toBe(401);
});
