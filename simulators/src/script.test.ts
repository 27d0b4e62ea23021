import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeScript, readScriptOverrides, splitText } from './script.ts';

test('text without overrides, or broken JSON, overrides nothing', () => {
  for (const text of ['', 'hi', '{"sim":', '{"other":{"text":"a"}}', ' {"sim":{"text":"a"}}'])
    expect(readScriptOverrides(text)).toEqual({});
});

test('the chunks of a text join to it, at most as many as tokens, each of whole characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 80 }),
      (text, tokens) => {
        const chunks = splitText(completeScript({ text, tokens }));
        expect(chunks.join('')).toBe(text);
        expect(chunks.length).toBeLessThanOrEqual(tokens);
        for (const chunk of chunks) expect(chunk.isWellFormed()).toBe(true);
      },
    ),
  );
});

test('without a text override there are exactly as many chunks as tokens', () => {
  for (const tokens of [1, 2, 4, 10, 25, 26, 40, 1000])
    expect(splitText(completeScript({ tokens })).length).toBe(tokens);
});

test('an unknown fault is an error', () => {
  expect(() => completeScript({ fault: 'status-418' as 'status-400' })).toThrow(
    "no fault is called 'status-418'",
  );
});
