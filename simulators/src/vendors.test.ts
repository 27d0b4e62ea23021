import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnthropicSimulator } from './anthropic/anthropic-simulator.ts';
import { startGeminiSimulator } from './gemini/gemini-simulator.ts';
import { startOpenAiSimulator } from './openai-simulator.ts';
import type { Simulator } from './simulator.ts';

const VERSION = { 'anthropic-version': '2023-06-01' };
const hello = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
const GENERATE = '/v1beta/models/m:generateContent';

async function post(
  { url }: Simulator,
  path: string,
  { body, headers = {} }: { body: object; headers?: Record<string, string> },
) {
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

/** Returns the event names of a stream, repetitions collapsed. */
function eventNames(text: string): string[] {
  const names = [...text.matchAll(/^event: (.+)$/gm)].map((match) => match[1] ?? '');
  return names.filter((name, index) => name !== names[index - 1]);
}

describe('the Anthropic simulator', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startAnthropicSimulator({ apiKeys: ['good'] });
  });
  afterAll(() => simulator.close());
  const good = { ...VERSION, 'x-api-key': 'good' };

  test.each([
    ['a key elsewhere', hello, { ...VERSION, authorization: 'Bearer good' }, 401],
    ['a wrong key', hello, { ...VERSION, 'x-api-key': 'bad' }, 401],
    ['no version', hello, { 'x-api-key': 'good' }, 400],
    ['no limit', { ...hello, max_tokens: undefined }, good, 400],
    ['an unknown role', { ...hello, messages: [{ role: 'system', content: 'x' }] }, good, 400],
    [
      'a call of a tool that nothing answers',
      {
        ...hello,
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'f', input: {} }] },
          { role: 'user', content: 'y' },
        ],
      },
      good,
      400,
    ],
    ['all in order', hello, good, 200],
  ])('answers %s with the right status', async (_name, body, headers, status) => {
    const response = await post(simulator, '/v1/messages', { body, headers });
    expect(response.status).toBe(status);
    if (status >= 400) expect(JSON.parse(response.text)).toMatchObject({ type: 'error' });
  });

  test('streams the events of a message in their order', async () => {
    const body = { ...hello, stream: true };
    const { text } = await post(simulator, '/v1/messages', { body, headers: good });
    expect(eventNames(text)).toEqual([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });
});

describe('the Gemini simulator', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startGeminiSimulator({ apiKeys: ['good'] });
  });
  afterAll(() => simulator.close());
  const good = { 'x-goog-api-key': 'good' };

  test.each([
    ['a key elsewhere', GENERATE, { contents }, { authorization: 'Bearer good' }, 401],
    ['no contents', GENERATE, {}, good, 400],
    [
      'an unknown role',
      GENERATE,
      { contents: [{ role: 'assistant', parts: [{ text: 'x' }] }] },
      good,
      400,
    ],
    ['an empty part', GENERATE, { contents: [{ parts: [{}] }] }, good, 400],
    ['an unknown action', '/v1beta/models/m:sing', { contents }, good, 404],
    ['all in order', GENERATE, { contents }, good, 200],
  ])('answers %s with the right status', async (_name, path, body, headers, status) => {
    const response = await post(simulator, path, { body, headers });
    expect(response.status).toBe(status);
    if (status >= 400) expect(JSON.parse(response.text)).toMatchObject({ error: { code: status } });
  });
});

describe('responses of the OpenAI simulator', () => {
  test('stream the events of a response in their order, numbered', async () => {
    const simulator = await startOpenAiSimulator();
    const body = { model: 'm', input: 'Hi', stream: true };
    const { text } = await post(simulator, '/v1/responses', { body });
    await simulator.close();
    expect(eventNames(text)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const numbers = [...text.matchAll(/"sequence_number":(\d+)/g)].map((match) => Number(match[1]));
    expect(numbers).toEqual(numbers.map((_, index) => index));
  });
});
