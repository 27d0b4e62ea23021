import type { Dialect } from '@tollgate/dialects';
import { findEventDefects, findResponseDefects } from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';

let scene: DialectScene;
beforeAll(async () => {
  scene = await startDialectScene();
});
afterAll(() => scene.close());

const OTHERS: Dialect[] = ['openai-chat', 'anthropic-messages', 'gemini-generate'];
type Body = Record<string, unknown>;

async function send(to: Dialect, body: Body): Promise<Body[]> {
  const { url, secret } = scene.target;
  const response = await fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL_OF[to], ...body }),
  });
  const text = await response.text();
  if (body['stream'] !== true) return [JSON.parse(text) as Body];
  const lines = text.split('\n').filter((line) => line.startsWith('data: {'));
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Body);
}

const REQUEST = {
  instructions: 'Be brief.',
  max_output_tokens: 500,
  max_tool_calls: 3,
  metadata: { kind: 'test' },
  parallel_tool_calls: false,
  prompt_cache_key: 'mine',
  reasoning: { effort: 'low', summary: 'auto' },
  safety_identifier: 'me',
  store: false,
  temperature: 0.5,
  top_p: 0.9,
  text: { format: { type: 'text' }, verbosity: 'low' },
  tool_choice: 'auto',
  tools: [{ type: 'function', name: 'look', parameters: { type: 'object' } }],
  truncation: 'auto',
  user: 'somebody',
};
const TOOL = { description: null, strict: null, ...REQUEST.tools[0] };

describe.each(OTHERS)('a response object converted from a completion of %s', (to) => {
  const wishes = [
    scriptText({ text: 'It is blue.' }),
    scriptText({ thinking: 'Hm.' }),
    scriptText({ finish_reason: 'length' }),
    scriptText({ fault: 'no-usage' }),
    'call tool',
  ];

  test.each(wishes)('has every member of the public schema: %s', async (input) => {
    const [whole] = await send(to, { input, tools: REQUEST.tools });
    expect(findResponseDefects(whole)).toEqual([]);
    const events = await send(to, { input, tools: REQUEST.tools, stream: true });
    expect(events.filter(({ response }) => response)).toHaveLength(3);
    expect(findEventDefects(events)).toEqual([]);
  });

  test.each([false, true])('echoes the request parameters (stream: %s)', async (stream) => {
    const said = await send(to, { ...REQUEST, input: 'Hi', stream });
    const responses = stream ? said.flatMap(({ response }) => response ?? []) : said;
    for (const response of responses) expect(response).toMatchObject({ ...REQUEST, tools: [TOOL] });
  });

  test('names the response that it continues', async () => {
    const [first] = await send(to, { input: 'Hi' });
    const [second] = await send(to, { input: 'Go on', previous_response_id: first?.['id'] });
    expect(second).toMatchObject({ previous_response_id: first?.['id'], store: true });
  });

  test('omits what would make a small response a large one', async () => {
    const [response] = await send(to, { input: 'Hi', instructions: 'x'.repeat(300_000) });
    expect(response).toMatchObject({ instructions: null });
    expect(findResponseDefects(response)).toEqual([]);
  });

  test('continues its sequence numbers in the error that ends a stream', async () => {
    const input = scriptText({ fault: 'cut-mid-stream', tokens: 4 });
    const events = await send(to, { input, stream: true });
    expect(events.at(-1)).toMatchObject({ type: 'error', sequence_number: events.length - 1 });
    expect(findEventDefects(events)).toEqual([]);
  });
});

test('the check itself reports what is missing, null, malformed or out of order', () => {
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const defects = findResponseDefects({
    object: 'response',
    status: 'completed',
    top_p: null,
    usage,
  });
  expect(defects).toEqual(
    expect.arrayContaining([
      'completed_at is missing',
      'top_p is null',
      'usage.input_tokens_details is missing',
      'service_tier is missing',
    ]),
  );
  const numbered = [{ sequence_number: 1 }, { sequence_number: 1 }];
  expect(findEventDefects(numbered)).toEqual(['event 1: sequence_number is 1 after 1']);
});
