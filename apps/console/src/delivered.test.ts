import { afterEach, expect, test } from 'vitest';
import { readDelivered, takeDeliveredAnswer, takeReadAnswer } from './delivered.ts';

afterEach(() => {
  globalThis.delivered = undefined;
});

const deliver = (answer: Promise<Response>) => {
  globalThis.delivered = { answers: new Map([['/api/user/self', answer]]) };
};

test("a response to the document's call is used once, and requested again later", async () => {
  const answer = new Response('{}');
  deliver(Promise.resolve(answer));
  expect(await takeDeliveredAnswer('/api/notice', 3000)).toBeUndefined();
  expect(await takeDeliveredAnswer('/api/user/self', 3000)).toBe(answer);
  expect(await takeDeliveredAnswer('/api/user/self', 3000)).toBeUndefined();
});

test('a document call that failed, or went unused for long, is made again', async () => {
  deliver(Promise.reject(new Error('no line')));
  expect(await takeDeliveredAnswer('/api/user/self', 3000)).toBeUndefined();
  deliver(Promise.resolve(new Response('{}')));
  expect(await takeDeliveredAnswer('/api/user/self', 20_000)).toBeUndefined();
});

test('a response that arrives before the first paint is used in it, once', async () => {
  deliver(Promise.resolve(Response.json({ success: true })));
  await readDelivered(1000);
  expect(takeReadAnswer('/api/user/self', 3000)).toEqual({ success: true });
  expect(takeReadAnswer('/api/user/self', 3000)).toBeUndefined();
  expect(await takeDeliveredAnswer('/api/user/self', 3000)).toBeUndefined();
});

test('the first paint does not wait for a late, failed or refused response; the call picks it up', async () => {
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
