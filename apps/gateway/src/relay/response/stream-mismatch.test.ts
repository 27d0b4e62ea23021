import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';
import { PAIRS } from '../../../test-support/pair-cases.ts';

const USAGE = { prompt_tokens: 1000, completion_tokens: 50 };

let scene: DialectScene;
beforeAll(async () => {
  scene = await startDialectScene();
});
afterAll(() => scene.close());

describe.each(PAIRS)('the client of %s before an upstream of %s', (from, to) => {
  /** In this case usage was not requested from OpenAI. */
  const isReported = (fault: string) => to !== 'openai-chat' || fault !== 'streamed';
  const send = (fault: 'streamed' | 'unstreamed', stream: boolean) =>
    scene.clients[from].ask({
      model: MODEL_OF[to],
      text: scriptText({ ...USAGE, fault, thinking: 'Let me think.' }),
      thinks: true,
      stream,
    });

  test.each([
    ['a stream', 'that answers whole', 'unstreamed', true],
    ['a whole answer', 'that only streams', 'streamed', false],
  ] as const)('gets %s from one %s, and pays for it once', async (_kind, _of, fault, stream) => {
    const before = await scene.balance();
    expect(await send(fault, stream)).toMatchObject({
      text: 'Hello from the simulator.',
      // For Anthropic's hidden thoughts, Gemini clients get a blank.
      thinking: expect.stringMatching(/^Let me think\. ?$/),
      ...(isReported(fault) ? { usage: { input: 1000, output: 50 } } : {}),
    });
    const row = await scene.lastCall();
    expect(row.is_stream).toBe(stream);
    expect(row).toMatchObject(isReported(fault) ? USAGE : { other: { estimated: true } });
    expect(row.quota).toBe(chargeOf(row));
    expect(before - (await scene.balance())).toBe(row.quota);
  });
});

test('a Gemini client that wants an array gets one, even from an upstream that does not stream', async () => {
  const text = scriptText({ fault: 'unstreamed' });
  const response = await fetch(
    `${scene.gateway.url}/v1beta/models/${MODEL_OF['openai-chat']}:streamGenerateContent`,
    {
      method: 'POST',
      headers: { 'x-goog-api-key': scene.target.secret },
      body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] }),
    },
  );
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const chunks = (await response.json()) as { candidates: { content: object }[] }[];
  expect(JSON.stringify(chunks)).toContain('Hello from the simulator.');
});
