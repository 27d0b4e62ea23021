import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect } from '@tollgate/dialects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WIRES } from '../../../test-support/dialect-wires.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

type Body = Record<string, unknown>;

/** Returns a vendor's own error message for a body; undefined if it accepts it. */
type Refuse = (body: Body) => string | undefined;

const unsupported = (name: string) =>
  `Unsupported parameter: '${name}' is not supported with this model.`;
const refusesMembers =
  (...names: string[]): Refuse =>
  (body) => {
    const found = names.find((name) => body[name] !== undefined);
    return found === undefined ? undefined : unsupported(found);
  };
const record = (value: unknown): Body => (typeof value === 'object' && value ? value : {}) as Body;
const list = (value: unknown): Body[] => (Array.isArray(value) ? (value as Body[]) : []);

/** Strict vendors, by model. Their messages are from the sources of the rules. */
const VENDORS: Readonly<Record<string, Refuse>> = {
  'gpt-5-mini': refusesMembers('max_tokens', 'temperature', 'stop', 'frequency_penalty'),
  'gpt-5.6-sol': ({ tools, reasoning_effort: effort }) =>
    tools !== undefined && effort !== 'none'
      ? 'Function tools with reasoning_effort are not supported for gpt-5.6-sol in /v1/chat/completions.'
      : undefined,
  'gpt-4o': ({ metadata, store }) =>
    metadata !== undefined && store !== true
      ? "The 'metadata' parameter is only allowed when 'store' is enabled."
      : undefined,
  'o4-mini': ({ max_output_tokens: limit }) =>
    typeof limit === 'number' && limit < 16
      ? "Invalid 'max_output_tokens': integer below minimum value."
      : undefined,
  'claude-opus-5-5': (body) => {
    const last = list(body['messages']).at(-1);
    if (last?.['role'] === 'assistant')
      return 'This model does not support assistant message prefill. The conversation must end with a user message.';
    if (record(body['thinking'])['type'] === 'disabled')
      return '"thinking.type.disabled" is not supported for this model.';
    if (/any|tool/.test(String(record(body['tool_choice'])['type'])))
      return 'tool_choice: type "tool" and "any" are not supported for this model.';
    return refusesMembers('temperature', 'top_p', 'top_k')(body);
  },
  'claude-sonnet-4-5': (body) => {
    const { budget_tokens: budget } = record(body['thinking']);
    return typeof budget === 'number' && budget >= Number(body['max_tokens'])
      ? 'max_tokens must be greater than thinking.budget_tokens'
      : undefined;
  },
  'gemini-2.5-pro': (body) => {
    const { thinkingConfig } = record(body['generationConfig']);
    return record(thinkingConfig)['thinkingBudget'] === 0
      ? 'Budget 0 is invalid. This model only works in thinking mode.'
      : undefined;
  },
  'gemini-3.8-flash': (body) =>
    list(body['contents']).at(-1)?.['role'] === 'model'
      ? 'Requests ending with a model turn are not supported.'
      : undefined,
  'deepseek-v4-pro': (body) => {
    const lost = list(body['messages']).some(
      (message) => message['tool_calls'] !== undefined && !message['reasoning_content'],
    );
    return lost
      ? 'The `reasoning_content` in the thinking mode must be passed back to the API.'
      : undefined;
  },
};

interface Vendors {
  url: string;
  /** Accepted bodies, newest last. */
  received: Body[];
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Body;
}

function dialectOf(path: string): Dialect {
  if (path.includes('/messages')) return 'anthropic-messages';
  if (path.includes('/responses')) return 'openai-responses';
  return path.includes('enerateContent') ? 'gemini-generate' : 'openai-chat';
}

/**
 * Starts an upstream that rejects what the vendors reject, and otherwise responds in the dialect of its path.
 */
async function startVendors(): Promise<Vendors> {
  const received: Body[] = [];
  const server: Server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = request.url ?? '';
      const model = /models\/([^:]+):/.exec(path)?.[1] ?? String(body['model']);
      const refused = VENDORS[model]?.(body);
      if (refused !== undefined) {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ error: { type: 'invalid_request_error', message: refused } }),
        );
        return;
      }
      received.push(body);
      const wire = WIRES[dialectOf(path)];
      const reported = { prompt: 3, completion: 2 };
      const streams = body['stream'] === true || path.includes('stream');
      response.setHeader('content-type', streams ? 'text/event-stream' : 'application/json');
      response.end(
        streams
          ? wire.start() + wire.text('Yes.') + wire.finish() + wire.usage(reported) + wire.last()
          : wire.whole('Yes.', reported),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const TYPES: Readonly<Record<Dialect, number>> = {
  'openai-chat': 1,
  'openai-responses': 1,
  'anthropic-messages': 14,
  'gemini-generate': 24,
};
/** Models by their vendor's dialect. */
const CHANNELS: readonly (readonly [Dialect, string, number?])[] = [
  ['openai-chat', 'gpt-5-mini'],
  ['openai-chat', 'gpt-5.6-sol'],
  ['openai-chat', 'gpt-4o'],
  ['openai-responses', 'o4-mini'],
  ['anthropic-messages', 'claude-opus-5-5'],
  ['anthropic-messages', 'claude-sonnet-4-5'],
  ['gemini-generate', 'gemini-2.5-pro'],
  ['gemini-generate', 'gemini-3.8-flash'],
  ['openai-chat', 'deepseek-v4-pro', 43],
];

let gateway: TestGateway;
let vendors: Vendors;
let secret: string;

beforeAll(async () => {
  vendors = await startVendors();
  gateway = await startTestGateway();
  const channel = (dialect: Dialect, model: string, fields: Body) =>
    gateway.channel({
      type: TYPES[dialect],
      key: 'k',
      base_url: vendors.url,
      models: model,
      ...fields,
    });
  for (const [dialect, model, type] of CHANNELS) {
    const setting = JSON.stringify({ dialect });
    // oxlint-disable-next-line no-await-in-loop -- in order
    await channel(dialect, model, type === undefined ? { setting } : { type });
  }
  // The same model without rules: its requests are not modified.
  await channel('openai-chat', 'plain', {
    setting: JSON.stringify({ dialect: 'openai-chat', model_rules: false }),
    model_mapping: JSON.stringify({ plain: 'gpt-5-mini' }),
  });
  await gateway.setOption('ModelRatio', JSON.stringify({ plain: 1, ...priced() }));
  const owner = await gateway.user({ quota: 500_000_000 });
  ({ secret } = await gateway.token(owner));
});
afterAll(async () => {
  await gateway.close();
  await vendors.close();
});

const priced = () => Object.fromEntries(CHANNELS.map(([, model]) => [model, 1]));

async function ask(client: Dialect, model: string, members: Body, stream: boolean) {
  const { path, body } = WIRES[client].call(model, stream, 'Hello?');
  const merged = { ...body, ...members };
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(merged),
  });
  const text = await response.text();
  return { status: response.status, text, told: response.headers.get('x-tollgate-conversion') };
}

const chatCall = {
  messages: [
    { role: 'user', content: 'x' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'y' },
  ],
};
const claudeCall = {
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'y' }] },
  ],
};
const chatTools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
const claudeTools = [{ name: 'f', input_schema: { type: 'object' } }];

/** The request, the warning it must cause, and the part of the vendor's body that is checked. */
const ROWS: readonly (readonly [Dialect, string, Body, string, Body])[] = [
  [
    'openai-chat',
    'gpt-5-mini',
    { max_tokens: 50, temperature: 0.2, stop: ['x'], frequency_penalty: 1 },
    'max_tokens;approximated, temperature;dropped, frequency_penalty;dropped, stop;dropped',
    { max_completion_tokens: 50 },
  ],
  ['anthropic-messages', 'gpt-5-mini', { temperature: 0.2 }, 'temperature;dropped', {}],
  [
    'openai-chat',
    'gpt-5.6-sol',
    { tools: chatTools, reasoning_effort: 'high' },
    'reasoning;approximated;tools',
    { reasoning_effort: 'none' },
  ],
  ['anthropic-messages', 'gpt-5.6-sol', { tools: claudeTools }, 'reasoning;approximated;tools', {}],
  ['openai-chat', 'gpt-4o', { metadata: { a: 'b' } }, 'metadata;dropped', {}],
  [
    'openai-responses',
    'o4-mini',
    { max_output_tokens: 5 },
    'max_tokens;approximated',
    { max_output_tokens: 16 },
  ],
  [
    'openai-chat',
    'o4-mini',
    { max_tokens: 5 },
    'max_tokens;approximated',
    { max_output_tokens: 16 },
  ],
  [
    'anthropic-messages',
    'claude-opus-5-5',
    {
      temperature: 0.2,
      thinking: { type: 'disabled' },
      tools: claudeTools,
      tool_choice: { type: 'any' },
    },
    'reasoning;approximated, temperature;approximated, forced_tool;approximated',
    { output_config: { effort: 'low' }, tool_choice: { type: 'auto' } },
  ],
  [
    'openai-chat',
    'claude-opus-5-5',
    { temperature: 0.2, tools: chatTools, tool_choice: 'required' },
    'temperature;approximated, forced_tool;approximated',
    { tool_choice: { type: 'auto' } },
  ],
  [
    'anthropic-messages',
    'claude-opus-5-5',
    {
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: 'One,' },
      ],
    },
    'prefill;approximated',
    {},
  ],
  [
    'anthropic-messages',
    'claude-sonnet-4-5',
    { max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 4000 } },
    'reasoning;approximated',
    { thinking: { type: 'enabled', budget_tokens: 1999 } },
  ],
  [
    'gemini-generate',
    'gemini-2.5-pro',
    { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
    'reasoning;approximated',
    { generationConfig: { thinkingConfig: { thinkingBudget: 128 } } },
  ],
  ['openai-chat', 'gemini-2.5-pro', { reasoning_effort: 'none' }, 'reasoning;approximated', {}],
  [
    'gemini-generate',
    'gemini-3.8-flash',
    {
      contents: [
        { role: 'user', parts: [{ text: 'x' }] },
        { role: 'model', parts: [{ text: 'One,' }] },
      ],
    },
    'prefill;approximated',
    {},
  ],
  ['openai-chat', 'deepseek-v4-pro', chatCall, 'thinking;dropped;placeholder', {}],
  [
    'anthropic-messages',
    'deepseek-v4-pro',
    { ...claudeCall, max_tokens: 99 },
    'reasoning;approximated',
    { thinking: { type: 'disabled' } },
  ],
];

describe('a strict vendor', () => {
  describe.each([false, true])('whose completion is streamed: %s', (stream) => {
    test.each(ROWS)(
      'accepts what a client of %s requests of %s (%j), and the client gets the warning: %s',
      async (client, model, members, told, sent) => {
        const response = await ask(client, model, members, stream);
        expect([response.status, response.told]).toEqual([200, told]);
        expect(response.text).toContain('Yes.');
        expect(vendors.received.at(-1)).toMatchObject(sent);
      },
    );
  });

  test("gets the client's exact bytes if no rule applies", async () => {
    const response = await ask('openai-chat', 'gpt-4o', { max_tokens: 7, temperature: 0 }, false);
    expect([response.status, response.told]).toEqual([200, null]);
    expect(vendors.received.at(-1)).toMatchObject({ max_tokens: 7, temperature: 0 });
  });

  test('rejects them itself on a channel whose rules are off', async () => {
    const response = await ask('openai-chat', 'plain', { max_tokens: 7 }, false);
    expect(response.status).toBe(400);
    expect(response.text).toContain("'max_tokens' is not supported");
  });
});
