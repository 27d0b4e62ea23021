import { createOpenAI } from '@ai-sdk/openai';
import type { Dialect } from '@tollgate/dialects';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';
import { watchJsonWork } from '../../../test-support/watch-json-work.ts';
import { STEPS_A_SLICE } from '../request/check-json-limits.ts';

let scene: DialectScene;
let client: OpenAI;
beforeAll(async () => {
  scene = await startDialectScene();
  const { url, secret } = scene.target;
  client = new OpenAI({ apiKey: secret, baseURL: `${url}/v1`, maxRetries: 0 });
});
afterAll(() => scene.close());

const work = watchJsonWork();

const OTHERS: Dialect[] = ['openai-chat', 'anthropic-messages', 'gemini-generate'];
const model = MODEL_OF['openai-chat'];
const sent = (to: Dialect) => scene.simulators[to].requests.at(-1)?.body ?? '';

describe.each(OTHERS)('a conversation of a responses client with %s', (to) => {
  test.each([false, true])('continues from the id of a response (stream: %s)', async (stream) => {
    const first = { model: MODEL_OF[to], input: scriptText({ text: 'It is blue.' }) };
    let id = '';
    if (stream) {
      for await (const event of await client.responses.create({ ...first, stream }))
        if (event.type === 'response.completed') id = event.response.id;
    } else ({ id } = await client.responses.create(first));
    const second = await client.responses.create({
      model: MODEL_OF[to],
      previous_response_id: id,
      input: [{ role: 'user', content: 'Why?' }],
    });
    expect(second.output_text).toBe('Hello from the simulator.');
    expect(sent(to)).toMatch(/sim.*It is blue\..*Why\?/s);
    const third = { model: MODEL_OF[to], previous_response_id: second.id, input: 'And then?' };
    await client.responses.create(third);
    expect(sent(to)).toMatch(/It is blue\..*Why\?.*Hello from the simulator\..*And then\?/s);
  });

  test.each([false, true])(
    'through the ai package references items by their ids (stream: %s)',
    async (stream) => {
      const { url, secret } = scene.target;
      const ask = {
        model: createOpenAI({ baseURL: `${url}/v1`, apiKey: secret })(MODEL_OF[to]),
        maxRetries: 0,
        providerOptions: { openai: { reasoningSummary: 'auto', forceReasoning: true } },
      };
      const user = {
        role: 'user' as const,
        content: scriptText({ text: 'It is blue.', thinking: 'Hm.' }),
      };
      const first = stream
        ? await streamText({ ...ask, messages: [user] }).responseMessages
        : (await generateText({ ...ask, messages: [user] })).responseMessages;
      const why = { role: 'user' as const, content: 'Why?' };
      const { text } = await generateText({ ...ask, messages: [user, ...first, why] });
      expect(text).toBe('Hello from the simulator.');
      expect(sent(to)).toMatch(/It is blue\..*Why\?/s);
    },
  );
});

describe('a response', () => {
  test('is not found by the id of one of its items, which goes to the upstream unchanged', async () => {
    const first = await client.responses.create({ model, input: 'Hello' });
    const item = first.output[0]?.id ?? '';
    const wrong = client.responses.create({
      model,
      previous_response_id: item,
      input: 'And then?',
    });
    await expect(wrong).rejects.toMatchObject({ status: 400 });
  });

  const start = (body: object = {}, by = client) =>
    by.responses.create({ model, input: 'The secret is 42.', ...body });
  const continueFrom = (id: string, by = client) =>
    by.responses.create({ model, input: 'Go on', previous_response_id: id });

  test('a response that the client did not want stored is not found', async () => {
    const { id } = await start({ store: false });
    await expect(continueFrom(id)).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
    });
  });

  test('a response of another user is not found', async () => {
    const { id } = await start();
    const other = await scene.gateway.user({ quota: 100_000_000 });
    const { secret } = await scene.gateway.token(other);
    const stranger = new OpenAI({
      apiKey: secret,
      baseURL: `${scene.target.url}/v1`,
      maxRetries: 0,
    });
    await expect(continueFrom(id, stranger)).rejects.toMatchObject({ status: 400 });
    expect(sent('openai-chat')).not.toContain('Go on');
  });

  test('a response stored by the upstream itself is left to it', async () => {
    const own = MODEL_OF['openai-responses'];
    const { id } = await start({ model: own });
    await client.responses.create({ model: own, input: 'Go on', previous_response_id: id });
    expect(sent('openai-responses')).toContain(`"previous_response_id":"${id}"`);
  });

  test('is not stored if the option says so', async () => {
    await scene.gateway.setOption('ResponseMemoryMinutes', '0');
    const { id } = await start();
    await scene.gateway.setOption('ResponseMemoryMinutes', '30');
    await expect(continueFrom(id)).rejects.toMatchObject({ status: 400 });
  });

  test('is charged with everything that its id stands for', async () => {
    const { id } = await start({ input: 'word '.repeat(2000) });
    scene.simulators['openai-chat'].script([{ fault: 'no-usage' }]);
    await continueFrom(id);
    expect((await scene.lastCall()).prompt_tokens).toBeGreaterThan(1900);
  });

  test('can be continued with any other member in the body, however deep', async () => {
    const { id } = await start();
    const deep = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000);
    const response = await fetch(`${scene.target.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.target.secret}` },
      body: `{"model":"${model}","input":"Go on","previous_response_id":"${id}","odd":${deep}}`,
    });
    expect(response.status).toBe(200);
  });

  test.each([[null], [[null]], [[7]], ['x']])(
    'a continuation with odd input %j is an error, not a crash',
    async (input) => {
      const { id } = await start();
      const body = { input: input as never, previous_response_id: id };
      const status = await start(body).then(
        () => 200,
        (error: unknown) => (error as { status: number }).status,
      );
      expect([200, 400]).toContain(status);
    },
  );
});

describe('a small body that references a lot', () => {
  const LONG = 900_000;
  const many = (id: string, times: number) =>
    Array.from({ length: times }, () => ({ type: 'item_reference' as const, id }));
  /** Returns the id of an item of the maximum length. */
  const longItem = async () => {
    const first = await client.responses.create({
      model,
      input: scriptText({ text: 'x'.repeat(LONG) }),
    });
    return first.output[0]?.id ?? '';
  };

  test('is refused before anything is built if the total exceeds the limit of rewritten bodies', async () => {
    const id = await longItem();
    work.parsed = 0;
    await expect(client.responses.create({ model, input: many(id, 60) })).rejects.toMatchObject({
      status: 413,
    });
    expect(work.parsed).toBeLessThan(100_000);
  });

  test('is measured in slices before it is parsed', async () => {
    const parts = Array.from({ length: 20_000 }, () => ({ type: 'input_text', text: '' }));
    const { id } = await client.responses.create({
      model,
      input: [{ role: 'user', content: parts as never }],
    });
    work.slices = [];
    await client.responses.create({ model, input: 'Why?', previous_response_id: id });
    expect(work.slices.length).toBeGreaterThan(1);
    expect(Math.max(...work.slices)).toBeLessThanOrEqual(STEPS_A_SLICE * 1.1);
  });

  test('gets an item as often as it references it, but no conversation as an item', async () => {
    const first = await client.responses.create({ model, input: 'The secret is 42.' });
    const item = first.output[0]?.id ?? '';
    await client.responses.create({ model, input: many(item, 2) });
    expect(sent('openai-chat').split('Hello from the simulator.')).toHaveLength(3);
    const wrong = client.responses.create({ model, input: many(first.id, 1) });
    await expect(wrong).rejects.toMatchObject({ status: 404 });
  });

  test('is refused before it is built if the caller can not pay', async () => {
    const poor = await scene.gateway.user({ quota: 2_000_000 });
    const { secret } = await scene.gateway.token(poor);
    const by = new OpenAI({ apiKey: secret, baseURL: `${scene.target.url}/v1`, maxRetries: 0 });
    const input = scriptText({ text: 'x'.repeat(LONG) });
    const first = await by.responses.create({ model, input });
    const id = first.output[0]?.id ?? '';
    const me = (await poor.call('GET', '/api/user/self')).body.data;
    await scene.gateway.root.call('PUT', '/api/user/', { ...me, quota: 0 });
    work.slices = [];
    await expect(by.responses.create({ model, input: many(id, 20) })).rejects.toMatchObject({
      status: 402,
    });
    expect(work.slices).toEqual([]);
  });
});

describe('a stored response', () => {
  const start = (body: object = {}) =>
    client.responses.create({ model, input: 'The secret is 42.', ...body });
  const missing = { status: 404, code: 'response_not_found', param: 'id' };

  test.each([false, true])('is returned unchanged (stream: %s)', async (stream) => {
    let created: OpenAI.Responses.Response | undefined;
    if (stream) {
      const events = await client.responses.create({ model, input: 'Hi', stream });
      for await (const event of events)
        if (event.type === 'response.completed') created = event.response;
    } else created = await start();
    const { _request_id: _, ...sentOut } = created as OpenAI.Responses.Response & {
      _request_id?: string;
    };
    const { output_text: _text, ...expected } = sentOut;
    const retrieved = await client.responses.retrieve(expected.id);
    expect(retrieved).toMatchObject(expected);
    expect(retrieved.output_text).toBe('Hello from the simulator.');
  });

  test('lists the conversation before it, page by page', async () => {
    const first = await start();
    const second = await client.responses.create({
      model,
      previous_response_id: first.id,
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'Why?' }] }],
    });
    const texts = async (query: object) => {
      const page = await client.responses.inputItems.list(second.id, query);
      const words = page.data.map((item) => JSON.stringify(item).match(/"text":"([^"]*)"/)?.[1]);
      return { words, more: page.has_more, last: page.data.at(-1)?.id };
    };
    const all = ['Why?', 'Hello from the simulator.', 'The secret is 42.'];
    expect((await texts({})).words).toEqual(all);
    expect((await texts({ order: 'asc' })).words).toEqual(all.toReversed());
    const firstPage = await texts({ limit: 2 });
    expect(firstPage).toMatchObject({ words: all.slice(0, 2), more: true });
    expect(await texts({ after: firstPage.last })).toMatchObject({
      words: all.slice(2),
      more: false,
    });
    for (const query of [{ limit: 0 }, { limit: 101 }, { order: 'up' }, { after: 'nobody' }])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect(texts(query)).rejects.toMatchObject({ status: 400 });
  });

  test('is gone after it was deleted, on every node, including its items', async () => {
    const created = await start();
    const key = scene.target.secret;
    const response = await fetch(`${scene.target.url}/v1/responses/${created.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await response.json()).toEqual({ id: created.id, object: 'response', deleted: true });
    await expect(client.responses.retrieve(created.id)).rejects.toMatchObject(missing);
    await expect(client.responses.delete(created.id)).rejects.toMatchObject(missing);
    const item = { type: 'item_reference' as const, id: created.output[0]?.id ?? '' };
    await expect(start({ input: [item] })).rejects.toMatchObject({ status: 404 });
    await expect(start({ previous_response_id: created.id })).rejects.toMatchObject({
      status: 400,
    });
  });

  test('is not found by other users, by ids of items, or if it was not to be stored', async () => {
    const created = await start();
    const { secret } = await scene.gateway.token(await scene.gateway.user({ quota: 1_000_000 }));
    const baseURL = `${scene.target.url}/v1`;
    const stranger = new OpenAI({ apiKey: secret, baseURL, maxRetries: 0 });
    await expect(stranger.responses.retrieve(created.id)).rejects.toMatchObject(missing);
    await expect(stranger.responses.delete(created.id)).rejects.toMatchObject(missing);
    await expect(stranger.responses.inputItems.list(created.id)).rejects.toMatchObject(missing);
    await expect(client.responses.retrieve(created.output[0]?.id ?? '')).rejects.toMatchObject(
      missing,
    );
    const unkept = await start({ store: false });
    await expect(client.responses.retrieve(unkept.id)).rejects.toMatchObject(missing);
    expect((await client.responses.retrieve(created.id)).id).toBe(created.id);
  });

  test.each([...OTHERS, 'openai-responses'] as const)(
    'never comes from a background call, whose completion nobody could charge (%s)',
    async (to) => {
      const call = client.responses.create({
        model: MODEL_OF[to],
        input: 'Hi',
        background: true,
      });
      await expect(call).rejects.toMatchObject({ status: 400, param: 'background' });
    },
  );

  test('can not be cancelled, as it is complete', async () => {
    const { id } = await start();
    await expect(client.responses.cancel(id)).rejects.toMatchObject({
      status: 400,
      code: 'response_not_cancellable',
    });
    await expect(client.responses.cancel('resp_nobody')).rejects.toMatchObject(missing);
  });

  test('is served for no other method, and only with a valid key', async () => {
    const url = `${scene.target.url}/v1/responses/resp_1`;
    const headers = { authorization: `Bearer ${scene.target.secret}` };
    expect((await fetch(url, { method: 'POST', headers })).status).toBe(405);
    expect((await fetch(`${url}/cancel`, { method: 'DELETE', headers })).status).toBe(405);
    expect((await fetch(url)).status).toBe(401);
  });
});
