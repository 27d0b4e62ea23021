import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import { type CallerScene, openCallerScene } from '../../../test-support/dialect-scene.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';

interface Seen {
  path: string;
  body: Record<string, unknown>;
}

const usage = { input_tokens: 200, output_tokens: 20, total_tokens: 220 };
const SUMMARY = 'The user wants a blue door.\nIt is half painted – „fertig“ morgen.';

/** Starts an upstream that compacts conversations itself, or lacks the endpoint. */
async function startUpstream(isOpenAi: boolean) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '' } = request;
      seen.push({ path, body: JSON.parse(Buffer.concat(chunks).toString()) as Seen['body'] });
      const responseBody = path.endsWith('/compact')
        ? isOpenAi
          ? compacted
          : notFound
        : summaryIn(path);
      response.writeHead(responseBody === notFound ? 404 : 200, {
        'content-type': 'application/json',
      });
      response.end(JSON.stringify(responseBody));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => server.closeAllConnections();
  return { url: `http://127.0.0.1:${port}`, seen, close };
}

const notFound = { error: { message: 'Invalid URL (POST /v1/responses/compact)', type: 'x' } };
const compacted = {
  id: 'resp_1',
  object: 'response.compaction',
  created_at: 1,
  output: [{ id: 'cmp_1', type: 'compaction', encrypted_content: 'gAAAA' }],
  usage,
};

function summaryIn(path: string): object {
  if (path.includes('messages')) {
    const content = [{ type: 'text', text: SUMMARY }];
    const usage = { input_tokens: 200, output_tokens: 20 };
    return {
      id: 'm',
      type: 'message',
      role: 'assistant',
      content,
      stop_reason: 'end_turn',
      usage,
    };
  }
  const content = [{ type: 'output_text', text: SUMMARY, annotations: [] }];
  const output = [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content },
  ];
  return { id: 'resp_2', object: 'response', created_at: 1, status: 'completed', output, usage };
}

type Upstream = Awaited<ReturnType<typeof startUpstream>>;
let openAi: Upstream;
let alike: Upstream;
let scene: CallerScene;
let client: OpenAI;

beforeAll(async () => {
  [openAi, alike] = await Promise.all([startUpstream(true), startUpstream(false)]);
  const gateway = await startTestGateway();
  await gateway.setOption('ModelRatio', '{"gpt-own":1,"gpt-alike":1,"claude-x":1}');
  await gateway.setOption('CompletionRatio', '{}');
  await gateway.channel({ key: 'a', base_url: openAi.url, models: 'gpt-own' });
  await gateway.channel({ key: 'b', base_url: alike.url, models: 'gpt-alike' });
  await gateway.channel({ key: 'c', base_url: alike.url, models: 'claude-x', type: 14 });
  scene = await openCallerScene(gateway);
  const { url, secret } = scene.target;
  client = new OpenAI({ apiKey: secret, baseURL: `${url}/v1`, maxRetries: 0 });
});
beforeEach(() => {
  openAi.seen.length = 0;
  alike.seen.length = 0;
});
afterAll(async () => {
  await scene.gateway.close();
  openAi.close();
  alike.close();
});

const INPUT = [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Paint the door.' }] },
  { type: 'function_call', call_id: 'call_1', name: 'paint', arguments: '{}' },
  { type: 'function_call_output', call_id: 'call_1', output: 'half done' },
  { type: 'message', role: 'user', content: 'Make it blue.' },
];
// Codex sends its tools along, which a summary must not call.
const REQUEST = {
  instructions: 'You are Codex.',
  input: INPUT,
  tools: [],
  parallel_tool_calls: false,
};
/** Anthropic requires called tools to be declared. */
const FORBIDDEN = {
  tools: [{ name: 'paint', input_schema: { type: 'object', properties: {} } }],
  tool_choice: { type: 'none' },
};
const compact = (model: string, body: object = REQUEST) =>
  client.responses.compact({ model, ...body });

test('a provider that compacts gets the call unchanged, and is charged like any other', async () => {
  const response = await compact('gpt-own');
  expect(response).toMatchObject(compacted);
  expect(openAi.seen).toEqual([
    { path: '/v1/responses/compact', body: { model: 'gpt-own', ...REQUEST } },
  ]);
  const row = await scene.lastCall();
  expect([row.prompt_tokens, row.completion_tokens]).toEqual([200, 20]);
  expect(row.quota).toBe(chargeOf(row));
});

describe.each(['gpt-alike', 'claude-x'])('a summary made by %s', (model) => {
  test('has the format that Codex reads: the user’s messages and one compaction, charged once', async () => {
    const before = await scene.balance();
    const { object, output, usage } = await compact(model);
    expect(object).toBe('response.compaction');
    expect(output.map(({ type }) => type)).toEqual(['message', 'message', 'compaction']);
    expect(JSON.stringify(output)).toMatch(/Paint the door.*Make it blue/);
    expect(usage).toMatchObject({ input_tokens: 200, output_tokens: 20, total_tokens: 220 });
    const row = await scene.lastCall();
    expect(row.quota).toBe(chargeOf(row));
    expect(before - (await scene.balance())).toBe(row.quota);
    expect(JSON.stringify(alike.seen.at(-1)?.body)).toMatch(
      /Make it blue.*Answer with the summary alone/,
    );
    const { tools, tool_choice } = alike.seen.at(-1)?.body ?? {};
    expect({ tools, tool_choice }).toEqual(model === 'claude-x' ? FORBIDDEN : {});
  });

  test.each(['gpt-alike', 'gpt-own', 'claude-x'])(
    'is read by %s in the next turn',
    async (next) => {
      const { output } = await compact(model);
      const user = { type: 'message', role: 'user', content: 'Go on.' };
      await client.responses.create({ model: next, input: [...output, user] as never });
      const sent = JSON.stringify(
        [...openAi.seen, ...alike.seen].at(next === 'gpt-own' ? 0 : -1)?.body,
      );
      expect(sent).toContain(JSON.stringify(SUMMARY).slice(1, -1));
      expect(sent).not.toMatch(/"compaction"|encrypted_content":"tg1/);
    },
  );
});

test('a server without the endpoint is called there once, and does not count as failed', async () => {
  for (let turn = 0; turn < 3; turn += 1) await compact('gpt-alike');
  expect(alike.seen.filter(({ path }) => path.endsWith('/compact')).length).toBeLessThanOrEqual(1);
  await expect(client.responses.create({ model: 'gpt-alike', input: 'Hi' })).resolves.toBeTruthy();
});

test('a balance that can not pay for the longest summary is refused before anything is sent', async () => {
  const poor = await scene.gateway.user({ quota: 50 });
  const { secret } = await scene.gateway.token(poor);
  const other = new OpenAI({ apiKey: secret, baseURL: `${scene.target.url}/v1`, maxRetries: 0 });
  const call = other.responses.compact({ model: 'gpt-own', ...REQUEST } as never);
  await expect(call).rejects.toMatchObject({ status: 402 });
  expect(openAi.seen).toEqual([]);
});
