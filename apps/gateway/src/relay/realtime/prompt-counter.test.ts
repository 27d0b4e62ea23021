import { expect, test } from 'vitest';
import { PromptCounter } from './prompt-counter.ts';

const LONGEST_PROMPT = 131_072;
const count = (...events: object[]) => {
  const counter = new PromptCounter();
  for (const event of events) counter.add(Buffer.from(JSON.stringify(event)), 'gpt-realtime');
  return counter.tokens;
};
const item = {
  type: 'conversation.item.create',
  item: { id: 'a', content: [{ type: 'input_text', text: 'x'.repeat(5000) }] },
};
const refer = (...ids: string[]) => ({
  type: 'response.create',
  response: { conversation: 'none', input: ids.map((id) => ({ type: 'item_reference', id })) },
});

test('a response that reads one item several times may have the longest prompt', () => {
  expect(count(item, refer('a', 'b'))).toBeLessThan(6000);
  expect(count(item, refer('a', 'b', 'a'))).toBe(LONGEST_PROMPT);
});

const MINUTE_AT = (hertz: number) => 'A'.repeat((60 * hertz * 2 * 4) / 3);
const update = (input: object) => ({ type: 'session.update', session: { audio: { input } } });
const rate = (hertz: number) => ({ format: { type: 'audio/pcm', rate: hertz } });
const secondsOf = (counter: PromptCounter, hertz: number, model = 'grok-voice') => {
  const append = { type: 'input_audio_buffer.append', audio: MINUTE_AT(hertz) };
  return counter.add(Buffer.from(JSON.stringify(append)), model)?.seconds;
};

test.each([8000, 16_000, 24_000])(
  'a minute of audio at a rate of %d that the client states counts as one',
  (hertz) => {
    const counter = new PromptCounter();
    counter.add(Buffer.from(JSON.stringify(update(rate(hertz)))), 'grok-voice');
    expect(secondsOf(counter, hertz)).toBeCloseTo(60, 6);
    expect(counter.tokens).toBeGreaterThanOrEqual(60 * 32);
    expect(counter.estimate.audioTokens).toBe(60 * 32);
  },
);

test('a higher rate counts once the upstream confirms it, so that nobody halves a price by a rate that is refused', () => {
  const counter = new PromptCounter();
  counter.add(Buffer.from(JSON.stringify(update(rate(48_000)))), 'grok-voice');
  expect(secondsOf(counter, 48_000)).toBeCloseTo(120, 6);
  counter.takeSession({ audio: { input: rate(48_000) } }, 'grok-voice');
  expect(secondsOf(counter, 48_000)).toBeCloseTo(60, 6);
  // Of what is under way, the more expensive counts.
  counter.add(Buffer.from(JSON.stringify(update(rate(16_000)))), 'grok-voice');
  expect(secondsOf(counter, 16_000)).toBeCloseTo(60, 6);
});

test('what an upstream hears without being told counts: G.711 of its own, and Qwen’s 16,000 Hz', () => {
  const counter = new PromptCounter();
  counter.takeSession({ input_audio_format: 'g711_ulaw' }, 'grok-voice');
  expect(secondsOf(counter, 4000)).toBeCloseTo(60, 6);
  expect(secondsOf(new PromptCounter(), 16_000, 'qwen3-omni-flash-realtime')).toBeCloseTo(60, 6);
});
