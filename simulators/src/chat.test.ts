import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Simulator, startOpenAiSimulator } from './openai-simulator.ts';

let simulator: Simulator;
let client: OpenAI;

beforeAll(async () => {
  simulator = await startOpenAiSimulator();
  client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'sk-any', maxRetries: 0 });
});
afterAll(() => simulator.close());

const model = 'gpt-4o-mini';
const tools = ['get_weather', 'get_time', 'get_news'].map((name) => ({
  type: 'function' as const,
  function: { name, parameters: {} },
}));
const userMessages = (content: string) => [{ role: 'user' as const, content }];
const scriptMessages = (sim: object) => userMessages(JSON.stringify({ sim }));

async function readStream(messages: { role: 'user'; content: string }[], options: object = {}) {
  const stream = await client.chat.completions.create({
    model,
    messages,
    stream: true,
    ...options,
  });
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const textOf = (chunks: OpenAI.ChatCompletionChunk[]) =>
  chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');

test('a response has the same text and usage every time', async () => {
  const response = await client.chat.completions.create({ model, messages: userMessages('hi') });
  expect(response.choices[0]?.message.content).toBe('Hello from the simulator.');
  expect(response.choices[0]?.finish_reason).toBe('stop');
  expect(response.usage).toMatchObject({
    prompt_tokens: 10,
    completion_tokens: 6,
    total_tokens: 16,
    prompt_tokens_details: { cached_tokens: 0 },
  });
});

test('overrides in the last user message set text, usage and finish reason', async () => {
  const sim = {
    text: 'Bonjour',
    prompt_tokens: 1000,
    completion_tokens: 500,
    cached_tokens: 800,
    reasoning_tokens: 300,
    finish_reason: 'length',
  };
  const response = await client.chat.completions.create({
    model,
    messages: [...userMessages('ignored'), ...scriptMessages(sim)],
  });
  expect(response.choices[0]).toMatchObject({
    message: { content: 'Bonjour' },
    finish_reason: 'length',
  });
  expect(response.usage).toMatchObject({
    prompt_tokens: 1000,
    completion_tokens: 500,
    total_tokens: 1500,
    prompt_tokens_details: { cached_tokens: 800 },
    completion_tokens_details: { reasoning_tokens: 300 },
  });
});

test('each image adds 85 prompt tokens unless the prompt tokens are overridden', async () => {
  const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } };
  const completeText = async (text: string) =>
    (
      await client.chat.completions.create({
        model,
        messages: [{ role: 'user', content: [{ type: 'text', text }, image, image] }],
      })
    ).usage?.prompt_tokens;
  expect(await completeText('what is this')).toBe(10 + 2 * 85);
  expect(await completeText('{"sim":{"prompt_tokens":7}}')).toBe(7);
});

test('a stream reports usage only on request, in one chunk without choices', async () => {
  const plain = await readStream(userMessages('hi'));
  expect(textOf(plain)).toBe('Hello from the simulator.');
  expect(plain.some((chunk) => 'usage' in chunk)).toBe(false);
  const reported = await readStream(userMessages('hi'), {
    stream_options: { include_usage: true },
  });
  expect(
    reported
      .filter(({ usage }) => usage)
      .map(({ choices, usage }) => [choices.length, usage?.total_tokens]),
  ).toEqual([[0, 16]]);
  expect(reported.at(-1)?.usage?.total_tokens).toBe(16);
});

test('a stream has as many content chunks as the overrides say', async () => {
  const chunks = await readStream(scriptMessages({ tokens: 40 }));
  expect(chunks.filter(({ choices }) => choices[0]?.delta.content).length).toBe(40);
  expect(textOf(chunks)).toMatch(/^word1 word2 .* word40$/);
});

test('a stream never splits a character', async () => {
  const chunks = await readStream(scriptMessages({ text: '😀😀😀😀', tokens: 3 }));
  expect(chunks.map(({ choices }) => choices[0]?.delta.content).filter(Boolean)).toEqual([
    '😀',
    '😀😀',
    '😀',
  ]);
});

test('two tools are called in parallel if the message says call tool', async () => {
  const response = await client.chat.completions.create({
    model,
    messages: userMessages('please call tool'),
    tools,
  });
  expect(response.choices[0]?.finish_reason).toBe('tool_calls');
  expect(response.choices[0]?.message.content).toBeNull();
  expect(response.choices[0]?.message.tool_calls).toMatchObject([
    { id: 'call_1', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } },
    { id: 'call_2', function: { name: 'get_time', arguments: '{"city":"Paris"}' } },
  ]);
});

test.each([
  [
    'one tool where parallel calls are off',
    { parallel_tool_calls: false },
    'call tool',
    ['get_weather'],
  ],
  ['the same tool twice when asked', {}, 'call tool twice', ['get_weather', 'get_weather']],
  [
    'the tool that tool_choice names',
    { tool_choice: { type: 'function' as const, function: { name: 'get_news' } } },
    'hi',
    ['get_news'],
  ],
  ['no tool where tool_choice is none', { tool_choice: 'none' as const }, 'call tool', undefined],
  ['no tool when nobody asks', {}, 'hi', undefined],
])('a response calls %s', async (_title, options, text, names) => {
  const response = await client.chat.completions.create({
    model,
    messages: userMessages(text),
    tools,
    ...options,
  });
  expect(
    response.choices[0]?.message.tool_calls?.map(
      (call) => call.type === 'function' && call.function.name,
    ),
  ).toEqual(names);
});

test('a tool result gets a text response, so that a tool loop ends', async () => {
  const messages = [
    ...userMessages('call tool'),
    {
      role: 'assistant' as const,
      tool_calls: [
        { id: 'call_1', type: 'function' as const, function: { name: 'f', arguments: '{}' } },
      ],
    },
    { role: 'tool' as const, tool_call_id: 'call_1', content: '21 degrees' },
  ];
  const response = await client.chat.completions.create({ model, messages, tools });
  expect(response.choices[0]?.message.content).toBe('Hello from the simulator.');
});

test('a streamed tool call comes in chunks that join to complete arguments', async () => {
  const runner = client.chat.completions.stream({
    model,
    messages: userMessages('call tool'),
    tools,
  });
  const { choices } = await runner.finalChatCompletion();
  expect(
    choices[0]?.message.tool_calls?.map(
      (call) => call.type === 'function' && JSON.parse(call.function.arguments),
    ),
  ).toEqual([{ city: 'Paris' }, { city: 'Paris' }]);
});

test('n sets the number of choices, streamed or not', async () => {
  const response = await client.chat.completions.create({
    model,
    messages: userMessages('hi'),
    n: 3,
  });
  expect(response.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
  const chunks = await readStream(userMessages('hi'), { n: 2 });
  expect(new Set(chunks.map(({ choices }) => choices[0]?.index))).toEqual(new Set([0, 1]));
});

test('a chat without messages is refused with 400', async () => {
  await expect(client.chat.completions.create({ model, messages: [] })).rejects.toMatchObject({
    status: 400,
    code: 'missing_required_parameter',
    param: 'messages',
  });
});
