import { expect, test } from 'vitest';
import { parseGenerateResponse } from '../gemini-generate/parse-response.ts';
import { estimateResponseTokens } from './whole-response.ts';

test('every candidate of a Gemini response counts if no usage was reported, not only the first', () => {
  const candidate = (index: number) => ({
    index,
    content: { role: 'model', parts: [{ text: 'word '.repeat(40) }] },
    finishReason: 'STOP',
  });
  const count = (candidates: object[]) => {
    const response = parseGenerateResponse({ candidates }, 'id');
    return response && estimateResponseTokens(response);
  };
  const one = count([candidate(0)]) ?? 0;
  expect(one).toBeGreaterThan(20);
  expect(count([candidate(0), candidate(1), candidate(2)])).toBeGreaterThan(one * 2.9);
});
