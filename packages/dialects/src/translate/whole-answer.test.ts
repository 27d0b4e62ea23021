import { expect, test } from 'vitest';
import { parseGenerateAnswer } from '../gemini-generate/parse-answer.ts';
import { estimateAnswerTokens } from './whole-answer.ts';

test('every candidate of a Gemini response counts where no usage was reported, not only the first', () => {
  const candidate = (index: number) => ({
    index,
    content: { role: 'model', parts: [{ text: 'word '.repeat(40) }] },
    finishReason: 'STOP',
  });
  const count = (candidates: object[]) => {
    const answer = parseGenerateAnswer({ candidates }, 'id');
    return answer && estimateAnswerTokens(answer);
  };
  const one = count([candidate(0)]) ?? 0;
  expect(one).toBeGreaterThan(20);
  expect(count([candidate(0), candidate(1), candidate(2)])).toBeGreaterThan(one * 2.9);
});
