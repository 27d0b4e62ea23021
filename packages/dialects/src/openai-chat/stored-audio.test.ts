import { expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { readCall } from '../translate/client-call.ts';

it('counts earlier audio responses, which only the provider stores, at their maximum length', () => {
  const audioTokensOf = (count: number, model = 'm') => {
    const messages = Array.from({ length: count }, (_, index) => ({
      role: 'assistant',
      audio: { id: `a${index}` },
    }));
    const last = { role: 'user', content: 'the "audio" of before' };
    const bytes = encodeText(JSON.stringify({ model, messages: [...messages, last] }));
    const read = readCall({ dialect: 'openai-chat', bytes });
    return read.ok ? read.call.request.promptTokensMax - bytes.length : NaN;
  };
  expect(audioTokensOf(0, 'gpt-audio')).toBeLessThan(1000);
  expect(audioTokensOf(2)).toBeGreaterThanOrEqual(2 * 16_384);
  expect(audioTokensOf(500)).toBeLessThan(150_000);
});

it('counts them at an alias of the model too, also under an escaped name', () => {
  const maxOf = (name: string) => {
    const text = `{"model":"alias","messages":[{"role":"assistant",${name}:{"id":"a"}}]}`;
    const read = readCall({ dialect: 'openai-chat', kind: 'chat', bytes: encodeText(text) });
    return read.ok ? read.call.request.promptTokensMax : 0;
  };
  expect(maxOf('"audio"')).toBeGreaterThan(16_384);
  expect(maxOf(String.raw`"\u0061udio"`)).toBeGreaterThan(16_384);
});
