import { describe, expect, test } from 'vitest';
import { readRetiredWords, retiredWordsRule } from './retired-words.ts';
import { findIn } from './testing/find-in.ts';

const rule = retiredWordsRule([
  { word: 'openHatch', say: 'openDoor' },
  { word: 'old-hatch', say: 'door' },
  { word: 'the hatch is open', say: 'the door is open' },
  { word: 'hatch', say: 'door', in: ['apps/'], except: ['apps/wire/'] },
]);
const find = (path: string, text: string) => findIn(rule, path, text);

describe('the rule on retired words', () => {
  test('finds an identifier, a file name and a phrase, and names the replacement', () => {
    expect(find('a/b.ts', 'const x = 1;\nopenHatch();')).toEqual([
      '2 “openHatch” is retired: say openDoor (docs/glossary.md)',
    ]);
    expect(find('a/b.ts', "import x from './old-hatch.ts';")).toHaveLength(1);
    expect(find('a/old-hatch.test.ts', '')).toEqual([expect.stringMatching(/^1 .*say door/)]);
    expect(find('README.md', 'Now The Hatch is open.')).toHaveLength(1);
  });

  test('ignores words that only contain a retired one', () => {
    expect(find('a/b.ts', 'reopenHatch(); openHatches(); very_old-hatch; old-hatch-door')).toEqual(
      [],
    );
  });

  test('is limited to the folders that an entry names', () => {
    expect(find('apps/a.ts', 'hatch()')).toHaveLength(1);
    expect(find('apps/wire/a.ts', 'hatch()')).toEqual([]);
    expect(find('packages/a.ts', 'hatch()')).toEqual([]);
  });

  test('ignores past decisions, the changelog, fixtures and the lists themselves', () => {
    for (const path of ['docs/decisions/0001.md', 'CHANGELOG.md', 'a/fixtures/b.json'])
      expect(find(path, 'openHatch')).toEqual([]);
    expect(find('tools/src/tidy/retired-words/platform.json', 'openHatch')).toEqual([]);
  });

  test('has lists in which every entry has a replacement that is not itself retired', () => {
    const retired = readRetiredWords();
    expect(retired).not.toEqual([]);
    for (const { word, say } of retired) expect([word, say]).not.toEqual([word, word]);
    expect(retired.filter(({ say }) => say.trim() === '')).toEqual([]);
  });
});
