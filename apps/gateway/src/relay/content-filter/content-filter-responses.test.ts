import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHAT_DIALECTS } from '@tollgate/contract';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';

const COMPLETION = { text: 'All is well, Secret Plan or not.', tokens: 12 };
const PAIRS = CHAT_DIALECTS.flatMap((client) =>
  [...new Set([client, 'anthropic-messages', 'openai-chat'] as const)].map(
    (upstream) => [client, upstream] as const,
  ),
);

describe('the content filter on responses', () => {
  let scene: DialectScene;
  beforeAll(async () => {
    scene = await startDialectScene();
    await scene.gateway.setOption('SensitiveWords', 'secret plan');
    await scene.gateway.setOption('CheckSensitiveOnCompletionEnabled', 'true');
    await scene.gateway.setOption('CheckSensitiveEnabled', 'true');
  });
  afterAll(() => scene.close());

  describe('masks words', () => {
    beforeEach(() => scene.gateway.setOption('StopOnSensitiveEnabled', 'false'));

    test.each(PAIRS)(
      'words are masked for a client of %s before %s, whole and across chunks of a stream',
      async (from, to) => {
        for (const stream of [false, true]) {
          const question = { model: MODEL_OF[to], text: scriptText(COMPLETION), stream };
          const response = await scene.clients[from].ask(question);
          expect(response.text).toBe('All is well, *********** or not.');
          expect(await scene.lastCall()).toMatchObject({ prompt_tokens: 10, completion_tokens: 6 });
        }
      },
    );
  });

  describe('ends responses if StopOnSensitiveEnabled is set', () => {
    beforeEach(() => scene.gateway.setOption('StopOnSensitiveEnabled', 'true'));

    test.each(PAIRS)(
      'a word ends the response for a client of %s before %s, and what was generated is charged',
      async (from, to) => {
        for (const stream of [false, true]) {
          const question = { model: MODEL_OF[to], text: scriptText(COMPLETION), stream };
          await expect(scene.clients[from].ask(question)).rejects.toThrow();
          const row = await scene.lastCall();
          expect(row).toMatchObject({ type: 2, other: { end: 'sensitive_words' } });
          expect(row.quota).toBeGreaterThan(0);
        }
      },
    );

    test('shows the text before a word, unless chunks are delayed', async () => {
      const { url, secret } = scene.target;
      const content = scriptText(COMPLETION);
      const showing = async (chunks: number) => {
        await scene.gateway.setOption('StreamCacheQueueLength', String(chunks));
        const response = await fetch(`${url}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
          body: JSON.stringify({
            model: MODEL_OF['openai-chat'],
            messages: [{ role: 'user', content }],
            stream: true,
          }),
        });
        return response.text();
      };
      expect(await showing(0)).toContain('"Al"');
      const held = await showing(100);
      expect(held).toContain('sensitive_words');
      expect(held).not.toContain('"Al"');
      expect((await scene.lastCall()).quota).toBeGreaterThan(0);
      await showing(0);
    });

    test('never fails over if the response starts with the word', async () => {
      const calls = scene.simulators['openai-chat'].stats().calls;
      const text = scriptText({ text: 'Secret Plan.', tokens: 1 });
      const question = { model: MODEL_OF['openai-chat'], text, stream: true };
      await expect(scene.clients['openai-chat'].ask(question)).rejects.toThrow();
      expect(scene.simulators['openai-chat'].stats().calls).toBe(calls + 1);
      expect((await scene.lastCall()).other.end).toBe('sensitive_words');
    });
  });
});
