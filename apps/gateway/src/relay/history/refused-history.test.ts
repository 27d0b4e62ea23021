import {
  type Simulator,
  startAnthropicSimulator,
  startOpenAiSimulator,
} from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
} from '../../../test-support/dialect-scene.ts';

interface Block {
  type: string;
  [member: string]: unknown;
}
interface Message {
  role: string;
  content: string | Block[];
}

const model = MODEL_OF['anthropic-messages'];
/** Thinking signed by another vendor of the same dialect, which can't be recognized as such. */
const FOREIGN: Block = { type: 'thinking', thinking: 'Elsewhere.', signature: 'Zm9yZWlnbg==' };

let scene: DialectScene;
beforeAll(async () => {
  scene = await startDialectScene();
  // A second channel of the same vendor, to which a rejected call must not fail over.
  await scene.gateway.channel({
    type: 14,
    key: 'sk-anthropic',
    base_url: scene.simulators['anthropic-messages'].url,
    models: model,
    name: 'second',
  });
});
afterAll(() => scene.close());

const upstreamCalls = () => scene.simulators['anthropic-messages'].requests;

async function send(messages: Message[], session: string) {
  const response = await fetch(`${scene.target.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': scene.target.secret,
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
      'x-claude-code-session-id': session,
    },
    body: JSON.stringify({ model, max_tokens: 2000, messages }),
  });
  return { status: response.status, body: (await response.json()) as { content: Block[] } };
}

const thinkingText = JSON.stringify({ sim: { thinking: 'Here.' }, say: 'hi' });
const firstTurn = (): Message[] => [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: [FOREIGN, { type: 'text', text: 'Hello' }] },
  { role: 'user', content: thinkingText },
];

describe('a history whose reasoning the upstream rejects', () => {
  test('is sent again without it, on the same channel, and the call succeeds', async () => {
    const before = upstreamCalls().length;
    const { status } = await send(firstTurn(), 'repaired');
    expect(status).toBe(200);
    const sent = upstreamCalls()
      .slice(before)
      .map(({ body }) => body);
    expect(sent.map((body) => body.includes('Elsewhere.'))).toEqual([true, false]);
    const { attempts } = (await scene.lastCall()).other['admin_info'] as {
      attempts: { channel: number; status: number }[];
    };
    expect(attempts.map(({ status: upstreamStatus }) => upstreamStatus)).toEqual([400, 200]);
    expect(new Set(attempts.map(({ channel }) => channel)).size).toBe(1);
  });

  test('is sent without it in every later turn, and the upstream’s own reasoning is kept', async () => {
    const response = await send(firstTurn(), 'later turns');
    const before = upstreamCalls().length;
    const next = [
      ...firstTurn(),
      { role: 'assistant', content: response.body.content },
      { role: 'user', content: 'And now?' },
    ];
    expect((await send(next, 'later turns')).status).toBe(200);
    const sent = upstreamCalls()
      .slice(before)
      .map(({ body }) => body);
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toContain('Elsewhere.');
    expect(sent[0]).toContain('Here.');
  });

  test('is forwarded as a 400 if removing the reasoning does not help', async () => {
    const before = upstreamCalls().length;
    const call = { type: 'tool_use', id: 'toolu_1_thought', name: 'f', input: {} };
    const result = { type: 'tool_result', tool_use_id: 'toolu_1_thought', content: 'x' };
    const { status, body } = await send(
      [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [FOREIGN, call] },
        { role: 'user', content: [result] },
      ],
      'beyond repair',
    );
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('invalid_request_error'),
    ]);
    expect(upstreamCalls()).toHaveLength(before + 2);
  });

  test('does not count against a channel, whether the repair helped or not', () => {
    const { channelHealth, catalog } = scene.gateway.app.domain;
    for (const { id } of catalog.listEnabled()) {
      const state = channelHealth.stateOfChannel(id);
      expect(state?.lastFault).toBeUndefined();
      expect([...(state?.modelBreakers.values() ?? [])]).toEqual([]);
    }
  });
});

describe('a history of messages that Anthropic rejects with a thinking budget', () => {
  const name = 'claude-haiku-4-5';
  let strict: Simulator;
  beforeAll(async () => {
    strict = await startAnthropicSimulator({ strict: true });
    await scene.gateway.channel({
      type: 14,
      key: 'sk-strict',
      base_url: strict.url,
      models: name,
    });
  });
  afterAll(() => strict.close());

  const user = (text: string): Message => ({ role: 'user', content: text });
  const ask = (messages: Message[], session: string) =>
    fetch(`${scene.target.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': scene.target.secret, 'x-claude-code-session-id': session },
      body: JSON.stringify({
        model: name,
        max_tokens: 4000,
        thinking: { type: 'enabled', budget_tokens: 2000 },
        tools: [{ name: 'f', input_schema: { type: 'object' } }],
        messages,
      }),
    });

  /** Sends a history twice; returns what the upstream received. */
  async function sendTwice(messages: Message[], session: string): Promise<string[]> {
    const before = strict.requests.length;
    for (const _ of ['first', 'second']) expect((await ask(messages, session)).status).toBe(200);
    return strict.requests.slice(before).map(({ body }) => body);
  }

  test('a tool loop of a model that did not think is sent again without the budget, and immediately so in later turns', async () => {
    const call = { type: 'tool_use', id: 'call_1', name: 'f', input: {} };
    const result = { type: 'tool_result', tool_use_id: 'call_1', content: 'x' };
    const messages = [
      user('Hi'),
      { role: 'assistant', content: [call] },
      { role: 'user', content: [result] },
    ];
    const sent = await sendTwice(messages, 'loop');
    expect(sent.map((body) => body.includes('budget_tokens'))).toEqual([true, false, false]);
  });

  test('a response cut off while thinking is sent again without its thoughts, and immediately so in later turns', async () => {
    const first = JSON.stringify({ sim: { thinking: 'Cut off.' } });
    const response = await ask([user(first)], 'cut off');
    const { content } = (await response.json()) as { content: Block[] };
    const thoughts = content.filter(({ type }) => type !== 'text');
    const messages = [user(first), { role: 'assistant', content: thoughts }, user('Go on')];
    const sent = await sendTwice(messages, 'cut off');
    expect(sent.map((body) => body.includes('"signature"'))).toEqual([true, false, false]);
    expect(sent.every((body) => body.includes('budget_tokens'))).toBe(true);
  });

  test('calls of another server with one id in every turn are sent again with ids of their own, and immediately so in later turns', async () => {
    const turn = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'f.get:0', name: 'f', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'f.get:0', content: 'x' }],
      },
    ];
    const sent = await sendTwice([user('Hi'), ...turn, ...turn], 'ids');
    expect(sent.map((body) => body.includes('f.get:0'))).toEqual([true, false, false]);
  });
});

describe('a history of items that OpenAI rejects', () => {
  const name = 'gpt-5';
  const text = (type: string, value: string) => [{ type, text: value }];
  const user = (value: string) => ({ role: 'user', content: text('input_text', value) });
  const said = (value: string, id: string) => ({
    type: 'message',
    role: 'assistant',
    id,
    content: text('output_text', value),
  });
  let strict: Simulator;
  beforeAll(async () => {
    strict = await startOpenAiSimulator({ strict: true });
    const models = `${name},gpt-4.1`;
    await scene.gateway.channel({ key: 'sk-strict', base_url: strict.url, models });
  });
  afterAll(() => strict.close());

  /** Sends a history, then the same with one more turn; returns what the upstream received. */
  async function sendTwice(input: object[], conversation: string): Promise<string[]> {
    const before = strict.requests.length;
    for (const items of [input, [...input, said('Three.', 'msg_new'), user('And then?')]]) {
      const response = await fetch(`${scene.target.url}/v1/responses`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${scene.target.secret}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          model: name,
          store: false,
          prompt_cache_key: conversation,
          input: items,
        }),
      });
      expect([response.status, await response.json()]).toMatchObject([200, { object: 'response' }]);
    }
    return strict.requests.slice(before).map(({ body }) => body);
  }

  test('a history with two items of one id is sent again without the second id, and immediately so in later turns', async () => {
    const twice = [user('Hi'), said('One.', 'msg_7'), user('And?'), said('Two.', 'msg_7')];
    const sent = await sendTwice([...twice, user('And now?')], 'one id twice');
    expect(sent.map((body) => body.split('"msg_7"').length - 1)).toEqual([2, 1, 1]);
  });

  test('calls with an id of another server that is too long are sent again with a shorter one, and immediately so in later turns', async () => {
    const id = `chatcmpl-tool-${'7'.repeat(60)}`;
    const sent = await sendTwice(
      [
        user('Hi'),
        { type: 'function_call', call_id: id, name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: id, output: 'x' },
        user('And?'),
      ],
      'long id',
    );
    expect(sent.map((body) => body.split(id).length - 1)).toEqual([2, 0, 0]);
  });

  test('the same is true of chat completions', async () => {
    const id = `chatcmpl-tool-${'7'.repeat(32)}`;
    const called = { id, type: 'function', function: { name: 'f', arguments: '{}' } };
    const before = strict.requests.length;
    for (const _ of ['first', 'second']) {
      const response = await fetch(`${scene.target.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${scene.target.secret}` },
        body: JSON.stringify({
          model: 'gpt-4.1',
          prompt_cache_key: 'long chat id',
          messages: [
            { role: 'user', content: 'Hi' },
            { role: 'assistant', content: null, tool_calls: [called] },
            { role: 'tool', tool_call_id: id, content: 'x' },
          ],
        }),
      });
      expect(response.status).toBe(200);
    }
    const sent = strict.requests.slice(before);
    expect(sent.map(({ body }) => body.split(id).length - 1)).toEqual([2, 0, 0]);
  });

  test('a history with reasoning that is only an id, as pi sends it, is sent again without it, and immediately so in later turns', async () => {
    const reasoning = { type: 'reasoning', id: 'rs_68', summary: text('summary_text', 'Hm.') };
    const sent = await sendTwice(
      [user('Hi'), reasoning, said('One.', 'msg_68'), user('And?')],
      'only an id',
    );
    expect(sent.map((body) => body.includes('rs_68'))).toEqual([true, false, false]);
    expect(sent.every((body) => body.includes('One.'))).toBe(true);
  });
});
