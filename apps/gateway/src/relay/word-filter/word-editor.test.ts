import { describe, expect, test } from 'vitest';
import { WordAutomaton } from './word-automaton.ts';
import { WordEditor } from './word-editor.ts';

const edit = (words: string[], pieces: string[]) => {
  const watch = { automaton: new WordAutomaton(words), stops: false, hit: false };
  const editor = new WordEditor(watch);
  const shown = pieces.map((piece) => editor.take(piece));
  return { shown: [...shown, editor.end()], hit: watch.hit };
};

describe('the editor of words', () => {
  test('masks a word, however it is cut into pieces', () => {
    const text = 'a Bad Word, bad 坏词 and ba';
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 1) {
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        const { shown } = edit(['bad word', '坏词'], pieces);
        expect(shown.join('')).toBe('a ********, bad ** and ba');
      }
  });

  test('holds back only what may still become a word', () => {
    const { shown, hit } = edit(['secret'], ['all fine', ' but sec', 'ond']);
    expect(shown).toEqual(['all fine', ' but ', 'second', '']);
    expect(hit).toBe(false);
  });

  test('never shows half a character', () => {
    const { shown } = edit(['👋x'], ['hi 👋', '!']);
    expect(shown).toEqual(['hi ', '👋!', '']);
  });
});
