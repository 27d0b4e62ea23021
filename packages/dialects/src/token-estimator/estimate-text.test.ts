import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from './estimate-text.ts';

/** Real token counts of the o200k vocabulary. */
const counted: readonly (readonly [name: string, text: string, tokens: number])[] = [
  [
    'english prose',
    'The quick brown fox jumps over the lazy dog. In the beginning, people wrote letters by hand.',
    20,
  ],
  ['chinese', '人工智能是计算机科学的一个分支，它企图了解智能的实质。', 17],
  [
    'code',
    'export function add(left: number, right: number): number {\n  return left + right;\n}\n',
    22,
  ],
  ['numbers', '12345, 67890, 24680, 13579', 11],
];

describe('estimateTextTokens', () => {
  it.each(counted)('stays near the real count of %s', (_name, text, tokens) => {
    const estimate = estimateTextTokens(text);
    expect(estimate).toBeGreaterThanOrEqual(tokens * 0.85);
    expect(estimate).toBeLessThanOrEqual(tokens * 1.7);
  });

  it('counts a Chinese character as about one token and a Latin one as about a quarter', () => {
    expect(estimateTextTokens('好'.repeat(1000))).toBeGreaterThan(900);
    expect(estimateTextTokens('word '.repeat(200))).toBeLessThan(300);
  });

  it('gives long texts the sum of their parts', () => {
    const part = 'Some words, 好的 and a number 42.\n';
    const one = estimateTextTokens(part.repeat(30)) / 30;
    const many = estimateTextTokens(part.repeat(3000)) / 3000;
    expect(many / one).toBeGreaterThan(0.85);
    expect(many / one).toBeLessThan(1.15);
  });

  it('is zero only for empty text', () => {
    expect(estimateTextTokens('')).toBe(0);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        (text) => estimateTextTokens(text) > 0,
      ),
    );
  });
});
