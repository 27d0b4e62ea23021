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

const USAGE = {
  prompt_tokens: 1000,
  cached_tokens: 200,
  completion_tokens: 50,
  reasoning_tokens: 20,
};

describe.each(PAIRS)('the client of %s before an upstream of %s', (from, to) => {
  let scene: DialectScene;
  const model = MODEL_OF[to];
  const ask = (question: Partial<Parameters<typeof client.ask>[0]>) =>
    client.ask({ model, text: 'Hi', ...question });
  let client: DialectScene['clients'][Dialect];

  beforeAll(async () => {
    scene = await sharedScene();
    client = scene.clients[from];
  });

  test.each([false, true])(
    'gets the text and is charged by the formula (stream: %s)',
    async (stream) => {
      const before = await scene.balance();
      const response = await ask({ text: scriptText({ ...USAGE, tokens: 5 }), stream });
      expect(response).toMatchObject({ text: 'Hello from the simulator.', calls: [] });
      expect(response.pieces).toBe(stream ? 5 : 1);
      expect(response.usage).toEqual({ input: 1000, output: 50 });
      const row = await scene.lastCall();
      expect(row).toMatchObject({
        type: 2,
        prompt_tokens: 1000,
        completion_tokens: 50,
        is_stream: stream,
        model_name: model,
        other: { cache_tokens: 200, reasoning_tokens: 20 },
      });
      expect(row.other['conversion']).toBe(from === to ? undefined : `${from} > ${to}`);
      expect(row.quota).toBe(chargeOf(row));
      expect(before - (await scene.balance())).toBe(row.quota);
    },
  );

  test.each([false, true])(
    'calls two tools at once and gets their results (stream: %s)',
    async (stream) => {
      const question = { text: 'call tool', tools: TOOLS, stream };
      const first = await ask(question);
      expect(first.calls.map(({ name, args }) => [name, args])).toEqual(
        TOOLS.map((name) => [name, { city: 'Paris' }]),
      );
      const second = await ask({
        ...question,
        after: { response: first, results: ['warm', 'noon'] },
      });
      expect(second).toMatchObject({ text: 'Hello from the simulator.', calls: [] });
      const { body } = scene.simulators[to].requests.at(-1) ?? {};
      expect(body).toMatch(/warm.*noon/s);
    },
  );

  test('shows an image to the model', async () => {
    await ask({ image: ONE_PIXEL_IMAGE });
    expect(await scene.lastCall()).toMatchObject({ prompt_tokens: 95 });
  });

  test.each([false, true])(
    'sees the thoughts before the completion (stream: %s)',
    async (stream) => {
      const text = scriptText({ thinking: 'Let me think.' });
      const response = await ask({ text, stream, thinks: true });
      expect(response.text).toBe('Hello from the simulator.');
      // For Anthropic's hidden thoughts, Gemini clients get a blank.
      expect(response.thinking.trimEnd()).toBe('Let me think.');
    },
  );

  test('gets an error with its status, in its own dialect', async () => {
    const before = await scene.balance();
    const failed = ask({ text: scriptText({ fault: 'status-400-context-length' }) });
    await expect(failed).rejects.toMatchObject({ status: 400 });
    await expect(failed).rejects.toThrow(/maximum context length/);
    expect(await scene.balance()).toBe(before);
  });

  test('never accepts a truncated stream as complete, and pays for what arrived', async () => {
    const text = scriptText({ fault: 'cut-mid-stream', tokens: 4 });
    // Every client notices the error itself, not only the missing end.
    await expect(ask({ text, stream: true })).rejects.toThrow(/上游提前中断/);
    const row = await scene.lastCall();
    expect(row).toMatchObject({ type: 2, other: { end: 'interrupted' } });
    expect(row.quota).toBe(chargeOf(row));
  });
});

let shared: Promise<DialectScene> | undefined;
const sharedScene = () => (shared ??= startDialectScene());
afterAll(async () => {
  await (await shared)?.close();
});
