import { expect, test } from 'vitest';
import { transcriptionTokens } from './transcription-tokens.ts';

test.each([
  [60, 1000],
  [30.2, 517],
  [0.1, 17],
  [0, 0],
  [-3, 0],
  [Number.NaN, 0],
  [Infinity, 0],
])('%d seconds count as %d tokens', (seconds, tokens) => {
  expect(transcriptionTokens(seconds)).toBe(tokens);
});
