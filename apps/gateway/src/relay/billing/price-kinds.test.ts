import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type RelayScene,
  startRelayScene,
  simulatorScript,
} from '../../../test-support/relay-scene.ts';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.channel('sk-one', { models: 'gpt-audio,gpt-6-sol' });
});
afterAll(() => scene.close());

async function chargeOf(model: string, sim: Record<string, unknown>) {
  // A document may be long although it has few bytes.
  const data = `data:application/pdf;base64,${'JVBERi0A'.repeat(200)}`;
  const content = [{ type: 'file', file: { filename: 'book.pdf', file_data: data } }];
  const { messages } = simulatorScript(sim);
  const request = { model, messages: [{ role: 'user', content }, ...messages] };
  expect((await scene.chat(request)).status).toBe(200);
  const [row] = await scene.logs();
  if (!row) throw new Error('the log is empty');
  return row;
}

describe('a chat', () => {
  test('audio in a prompt is charged at the audio ratio, and the log shows it', async () => {
    const row = await chargeOf('gpt-audio', {
      prompt_tokens: 120,
      audio_tokens: 100,
      completion_tokens: 10,
    });
    // 2.5, 32 and 10 USD per million.
    expect(row.quota).toBe((20 * 2.5 + 100 * 32 + 10 * 10) / 2);
    expect(row.other).toMatchObject({ audio_input: 100, audio_ratio: 12.8 });
  });

  test("a prompt above a tier's threshold pays that tier's price for all of it", async () => {
    const usage = { cached_tokens: 100_000, completion_tokens: 1000 };
    const short = await chargeOf('gpt-6-sol', { prompt_tokens: 272_000, ...usage });
    expect(short.quota).toBe((172_000 * 2 + 100_000 * 0.2 + 1000 * 10) / 2);
    expect(short.other).not.toHaveProperty('price_tier');
    const long = await chargeOf('gpt-6-sol', { prompt_tokens: 272_001, ...usage });
    expect(long.quota).toBe((172_001 * 4 + 100_000 * 0.4 + 1000 * 15) / 2);
    expect(long.other).toMatchObject({
      price_tier: 272_000,
      model_ratio: 2,
      completion_ratio: 3.75,
    });
  });

  test('a chat pays by the current ratios of the options', async () => {
    await scene.gateway.setOption('AudioRatio', '{"gpt-audio":2}');
    const row = await chargeOf('gpt-audio', {
      prompt_tokens: 10,
      audio_tokens: 10,
      completion_tokens: 1,
    });
    expect(row.quota).toBe(Math.round((10 * 2 + 4) * 1.25));
  });

  test.each([
    ['AudioRatio', '{"m":-1}'],
    ['ImageRatio', '[]'],
    ['AudioCompletionRatio', '{"m":"2"}'],
    ['ImageFactors', '{"m":{"hd":"2"}}'],
    ['ToolPrices', '{"m":{"web_search":-1}}'],
    ['ToolPrices', '{"m":{"web_search":{"call":1}}}'],
    ['ServiceTierRatios', '{"m":{"flex":"0.5"}}'],
    ['PriceTiers', '{"m":[{"above":0}]}'],
    ['PriceTiers', '{"m":[{"above":10,"modelratio":2}]}'],
    ['PriceTiers', '{"m":{"above":10}}'],
  ])('option %s refuses %s', async (key, value) => {
    await expect(scene.gateway.setOption(key, value)).rejects.toThrow('option_invalid_json');
  });
});
