import { afterEach, expect, test } from 'vitest';
import { readPreloaded, takePreloadedResponse, takeParsedPreload } from './preloaded-responses.ts';

afterEach(() => {
  globalThis.delivered = undefined;
});

const deliver = (response: Promise<Response>) => {
  globalThis.delivered = { answers: new Map([['/api/user/self', response]]) };
};

test("a response to the document's call is used once, and requested again later", async () => {
  const response = new Response('{}');
  deliver(Promise.resolve(response));
  expect(await takePreloadedResponse('/api/notice', 3000)).toBeUndefined();
  expect(await takePreloadedResponse('/api/user/self', 3000)).toBe(response);
  expect(await takePreloadedResponse('/api/user/self', 3000)).toBeUndefined();
});

test('a document call that failed, or went unused for long, is made again', async () => {
  deliver(Promise.reject(new Error('no line')));
  expect(await takePreloadedResponse('/api/user/self', 3000)).toBeUndefined();
  deliver(Promise.resolve(new Response('{}')));
  expect(await takePreloadedResponse('/api/user/self', 20_000)).toBeUndefined();
});

test('a response that arrives before the first paint is used in it, once', async () => {
  deliver(Promise.resolve(Response.json({ success: true })));
  await readPreloaded(1000);
  expect(takeParsedPreload('/api/user/self', 3000)).toEqual({ success: true });
  expect(takeParsedPreload('/api/user/self', 3000)).toBeUndefined();
  expect(await takePreloadedResponse('/api/user/self', 3000)).toBeUndefined();
});

test('the first paint does not wait for a late, failed or refused response; the call picks it up', async () => {
  let respond: (response: Response) => void = () => undefined;
  deliver(new Promise((resolve) => (respond = resolve)));
  await readPreloaded(0);
  respond(Response.json({}));
  expect(takeParsedPreload('/api/user/self', 3000)).toBeUndefined();
  expect(await (await takePreloadedResponse('/api/user/self', 3000))?.json()).toEqual({});
  deliver(Promise.reject(new Error('no line')));
  await readPreloaded(1000);
  expect(takeParsedPreload('/api/user/self', 3000)).toBeUndefined();
  deliver(Promise.resolve(Response.json({ message: 'no' }, { status: 401 })));
  await readPreloaded(1000);
  expect(takeParsedPreload('/api/user/self', 3000)).toBeUndefined();
  expect((await takePreloadedResponse('/api/user/self', 3000))?.status).toBe(401);
});
