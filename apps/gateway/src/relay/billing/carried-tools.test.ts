import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type BilledScene,
  response,
  responseStream,
  search,
  startBilledScene,
  TOKENS,
} from '../../../test-support/billed-scene.ts';

let billed: BilledScene;
let count = 0;
beforeAll(async () => {
  billed = await startBilledScene();
});
beforeEach(() => {
  billed.upstream.requests.length = 0;
});
afterAll(() => billed.close());

const idOf = (text: string) => (JSON.parse(text) as { id: string }).id;
/** Two searches, which the provider bills. */
const SEARCHED = TOKENS + 2 * 5000;
/** Less than the dearest tool could cost. */
const SMALL_RESERVATION = 500_000;
const webSearch = { type: 'web_search' };

describe('a tool that an earlier turn loaded is paid for by the turn that uses it', () => {
  const send = async (body: object, output: object[] = []) => {
    const answer = { ...response(output), id: `resp_${'0'.repeat(20)}${(count += 1)}` };
    billed.upstream.response = answer;
    const { status, text } = await billed.post('/v1/responses', { model: 'gpt-x', ...body });
    expect(status, text).toBe(200);
    return { id: idOf(text), row: await billed.lastRow() };
  };
  const found = [
    { role: 'user', content: 'hi' },
    { type: 'tool_search_output', call_id: 'c', execution: 'client', tools: [webSearch] },
  ];

  test('in the next turn, and in each that follows', async () => {
    let { id: previous_response_id } = await send({ input: found });
    for (let turn = 0; turn < 3; turn += 1) {
      const { id, row } = await send({ input: 'And?', previous_response_id }, [search, search]);
      expect(row.quota).toBe(SEARCHED);
      expect(row.other['tool_claims']).toBeUndefined();
      expect(billed.upstream.requests.at(-1)?.body).toMatchObject({ max_tool_calls: 8 });
      previous_response_id = id;
    }
  });

  test('where nobody here knows what the conversation loaded', async () => {
    for (const stored of [
      { previous_response_id: `resp_${'9'.repeat(20)}` },
      { conversation: 'conv_1' },
      { conversation: { id: 'conv_1' } },
      { input: [{ type: 'item_reference', id: `tso_${'9'.repeat(20)}` }] },
    ]) {
      const { row } = await send({ input: 'And?', ...stored }, [search, search]);
      expect(row.quota).toBe(SEARCHED);
    }
  });

  test('a conversation that loaded none is neither limited nor reserved for any', async () => {
    let { id: previous_response_id } = await send({ input: 'Hi' });
    for (let turn = 0; turn < 3; turn += 1) {
      const { id, row } = await send({ input: 'And?', previous_response_id });
      expect(row.other['reserved']).toBeLessThan(SMALL_RESERVATION);
      expect(billed.upstream.requests.at(-1)?.body).not.toHaveProperty('max_tool_calls');
      previous_response_id = id;
    }
  });

  test('tools that a turn itself was given end with it', async () => {
    const { id } = await send({ input: 'Hi', tools: [webSearch] }, [search]);
    const { row } = await send({ input: 'And?', previous_response_id: id });
    expect(row.other['reserved']).toBeLessThan(20_000_000);
    expect(billed.upstream.requests.at(-1)?.body).not.toHaveProperty('max_tool_calls');
  });

  test('whatever form the ids of responses have', async () => {
    const id = `ad5663da-63e6-86c6-e0be-ff15effa${(count += 1)}`;
    billed.upstream.response = { ...response([]), id };
    await billed.post('/v1/responses', { model: 'gpt-x', input: 'Hi' });
    const { row } = await send({ input: 'And?', previous_response_id: id });
    expect(row.other['reserved']).toBeLessThan(SMALL_RESERVATION);
    expect(billed.upstream.requests.at(-1)?.body).not.toHaveProperty('max_tool_calls');
  });

  test('in a stream as well', async () => {
    const { id: previous_response_id } = await send({ input: found });
    billed.upstream.response = responseStream([search, search]);
    const body = { model: 'gpt-x', input: 'And?', previous_response_id, stream: true };
    await billed.post('/v1/responses', body);
    expect((await billed.lastRow()).quota).toBe(SEARCHED);
  });
});

describe('tools that a thread was created with are paid for by each turn', () => {
  const send = async (body: object, searches = 0) => {
    const id = `msg_${'0'.repeat(20)}${(count += 1)}`;
    const server_tool_use = { web_search_requests: searches };
    billed.upstream.response = {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      content: [{ type: 'text', text: 'hi' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 100, output_tokens: 10, server_tool_use },
    };
    const call = { model: 'claude-x', max_tokens: 99, messages: [{ role: 'user', content: 'hi' }] };
    const { status, text } = await billed.post('/v1/messages', { ...call, ...body });
    expect(status, text).toBe(200);
    return { thread: { type: 'continue', previous_message_id: id }, row: await billed.lastRow() };
  };
  const create = { thread: { type: 'create' } };

  test('though the provider keeps them, and later turns do not name them', async () => {
    const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }];
    let { thread } = await send({ ...create, tools });
    for (let turn = 0; turn < 3; turn += 1) {
      const next = await send({ thread }, 2);
      expect(next.row.quota).toBe(SEARCHED);
      ({ thread } = next);
    }
    expect((await send({ thread }, 9)).row.quota).toBe(TOKENS + 3 * 5000);
  });

  test('where nobody here knows the thread', async () => {
    const thread = { type: 'continue', previous_message_id: `msg_${'9'.repeat(20)}` };
    expect((await send({ thread }, 2)).row.quota).toBe(SEARCHED);
  });

  test('a thread without tools is not reserved for any', async () => {
    const { thread, row } = await send(create);
    const next = await send({ thread });
    expect(Number(next.row.other['reserved']) - Number(row.other['reserved'])).toBeLessThan(
      500_000,
    );
    expect((await send({ diagnostics: { previous_message_id: 'msg_x' } }, 2)).row.quota).toBe(
      TOKENS,
    );
  });
});
