import { describe, expect, test } from 'vitest';
import { WordAutomaton } from './word-automaton.ts';

describe('the word automaton', () => {
  test.each([
    [['he', 'she', 'hers'], 'ushers', 'she'],
    [['abcd', 'bc'], 'xabce', 'bc'],
    [['aab'], 'aaaab', 'aab'],
    [['Verboten'], 'das ist VERBOTEN!', 'verboten'],
    [['敏感词'], '这里有敏感词吗', '敏感词'],
    [['👋🏽'], 'hi 👋🏽', '👋🏽'],
    [['ab'], 'a b', undefined],
    [[], 'anything', undefined],
    [[''], 'anything', undefined],
  ])('searching for %j in %j finds %j', (words, text, found) => {
    expect(new WordAutomaton(words).find(text)).toBe(found);
  });

  test('finds exactly what a search for each word finds, in random texts', () => {
    let seed = 7;
    const letter = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return 'abc'[seed % 3] ?? '';
    };
    const random = (length: number) => Array.from({ length }, letter).join('');
    for (let round = 0; round < 100; round += 1) {
      const words = [random(3), random(4), random(5), random(6)];
      const automaton = new WordAutomaton(words);
      for (const text of Array.from({ length: 5 }, () => random(24))) {
        const expected = words.some((word) => text.includes(word));
        expect(automaton.find(text) !== undefined, `${words.join()} ${text}`).toBe(expected);
      }
    }
  });

  test('holds a hundred thousand words', () => {
    const automaton = new WordAutomaton(Array.from({ length: 100_000 }, (_, n) => `word-${n}-end`));
    expect(automaton.find('x'.repeat(100_000))).toBeUndefined();
    expect(automaton.find('a word-99999-end here')).toBe('word-99999-end');
  });
});
