import { expect, test } from 'vitest';
import { describeScore, refuseScore } from './mutation-score.ts';

const score = (mutants: number, killed: number) => ({ seed: 1, max: 80, mutants, killed });

test('the score is in whole percent, rounded down', () => {
  expect(describeScore(score(3, 2))).toBe('66 % (2 of 3 mutants, seed 1)');
});

test('a lower score is refused, and one of a smaller sample too', () => {
  expect(refuseScore(score(80, 70), score(80, 70))).toBeUndefined();
  expect(refuseScore(score(80, 60), score(80, 70))).toContain('kill the survivors');
  expect(refuseScore(score(40, 40), score(80, 70))).toContain('a draw of 40');
});
