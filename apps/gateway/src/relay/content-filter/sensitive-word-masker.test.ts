import { describe, expect, test } from 'vitest';
import { WordAutomaton } from './word-automaton.ts';
import { SensitiveWordMasker } from './sensitive-word-masker.ts';

const edit = (words: string[], chunks: string[]) => {
  const watch = { automaton: new WordAutomaton(words), stops: false, waiting: 0, hit: false };
  const editor = new SensitiveWordMasker(watch);
  const output = chunks.map((chunk) => editor.take(chunk));
  return { shown: [...output, editor.end()], hit: watch.hit };
};

describe('the word editor', () => {
  test('masks a word, however it is split into chunks', () => {
    const text = 'a Bad Word, bad 坏词 and ba';
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 1) {
        const chunks = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        const { shown: output } = edit(['bad word', '坏词'], chunks);
        expect(output.join('')).toBe('a ********, bad ** and ba');
      }
  });

  test('holds back only what may still become a word', () => {
    const { shown: output, hit } = edit(['secret'], ['all fine', ' but sec', 'ond']);
    expect(output).toEqual(['all fine', ' but ', 'second', '']);
    expect(hit).toBe(false);
  });

  describe('when responses end at a word and chunks are delayed', () => {
    const watchOf = () => ({
      automaton: new WordAutomaton(['secret']),
      stops: true,
      waiting: 2,
      hit: false,
    });
    const chunks = ['a', 'b', 'c', 'd sec'];

    test('shows each chunk after the configured number of later ones, and the rest at the end', () => {
      const editor = new SensitiveWordMasker(watchOf());
      expect(chunks.map((chunk) => editor.take(chunk))).toEqual(['', '', 'a', 'b']);
      expect(editor.take('ond')).toBe('c');
      expect(editor.end()).toBe('d second');
    });

    test('never shows the delayed chunks before a word', () => {
      const watch = watchOf();
      const editor = new SensitiveWordMasker(watch);
      for (const chunk of chunks) editor.take(chunk);
      expect([editor.take('ret e'), editor.take('f'), editor.end()]).toEqual(['', '', '']);
      expect(watch.hit).toBe(true);
    });
  });

  test('never splits a surrogate pair', () => {
    const { shown: output } = edit(['👋x'], ['hi 👋', '!']);
    expect(output).toEqual(['hi ', '👋!', '']);
  });
});
