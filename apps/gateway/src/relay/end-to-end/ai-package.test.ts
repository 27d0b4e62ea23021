import type { Dialect } from '@tollgate/dialects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';
import { PAIRS, ONE_PIXEL_IMAGE, TOOLS } from '../../../test-support/pair-cases.ts';

const USAGE = { prompt_tokens: 1000, cached_tokens: 200, completion_tokens: 50 };

let scene: DialectScene;
beforeAll(async () => {
  scene = await startDialectScene();
});
afterAll(() => scene.close());

describe.each(PAIRS)('the ai package as a client of %s before an upstream of %s', (from, to) => {
  const model = MODEL_OF[to];
  const ask = (question: Partial<Parameters<DialectScene['aiClients'][Dialect]['ask']>[0]>) =>
    scene.aiClients[from].ask({ model, text: 'Hi', ...question });

  test.each([false, true])('gets the text and its price (stream: %s)', async (stream) => {
    const response = await ask({ text: scriptText({ ...USAGE, tokens: 5 }), stream });
    expect(response).toMatchObject({
      text: 'Hello from the simulator.',
      calls: [],
      pieces: stream ? 5 : 1,
      usage: { input: 1000, output: 50 },
    });
    const row = await scene.lastCall();
    expect(row).toMatchObject({ prompt_tokens: 1000, completion_tokens: 50, is_stream: stream });
    expect(row.quota).toBe(chargeOf(row));
  });

  test.each([false, true])(
    'calls two tools at once and gets their results (stream: %s)',
    async (stream) => {
      const question = { text: 'call tool', tools: TOOLS, stream };
      const first = await ask(question);
      expect(first.calls.map(({ name, args }) => [name, args])).toEqual(
        TOOLS.map((name) => [name, { city: 'Paris' }]),
      );
      const after = { response: first, results: ['warm', 'noon'] };
      expect(await ask({ ...question, after })).toMatchObject({
        text: 'Hello from the simulator.',
        calls: [],
      });
      expect(scene.simulators[to].requests.at(-1)?.body).toMatch(/warm.*noon/s);
    },
  );

  test('shows an image to the model', async () => {
    await ask({ image: ONE_PIXEL_IMAGE });
    expect(await scene.lastCall()).toMatchObject({ prompt_tokens: 95 });
  });

  test.each([false, true])('gets an error with its status (stream: %s)', async (stream) => {
    const failed = ask({ text: scriptText({ fault: 'status-400-context-length' }), stream });
    await expect(failed).rejects.toMatchObject({ status: 400 });
    await expect(failed).rejects.toThrow(/maximum context length/);
  });

  test('never accepts a truncated stream as complete', async () => {
    const text = scriptText({ fault: 'cut-mid-stream', tokens: 4 });
    await expect(ask({ text, stream: true })).rejects.toThrow();
    expect((await scene.lastCall()).other).toMatchObject({ end: 'interrupted' });
  });
});

/** The package does not support thoughts in chat completions. */
const THINKING = PAIRS.filter(([from]) => from !== 'openai-chat');

describe.each(THINKING)('the ai package as a client of %s before %s', (from, to) => {
  test.each([false, true])(
    'sees the thoughts before the completion (stream: %s)',
    async (stream) => {
      const response = await scene.aiClients[from].ask({
        model: MODEL_OF[to],
        text: scriptText({ thinking: 'Let me think.' }),
        thinks: true,
        stream,
      });
      expect([response.text, response.thinking.trimEnd()]).toEqual([
        'Hello from the simulator.',
        'Let me think.',
      ]);
    },
  );
});
