import { describe, expect, test } from 'vitest';
import { isFoundBy, isVerb, listPalettePages, recentFirst, withRecent } from './list-commands.ts';

const titles = (viewer: Parameters<typeof listPalettePages>[0]) =>
  listPalettePages(viewer).map(({ title }) => title);

describe('the command palette', () => {
  test('it offers no page that the viewer may not open or that needs an id', () => {
    expect(titles('user')).toEqual(expect.arrayContaining(['home', 'token', 'log']));
    expect(titles('user')).not.toContain('channelAdd');
    expect(titles('admin')).toContain('channelAdd');
    expect(titles('admin')).not.toContain('channelEdit');
    expect(titles('visitor')).not.toContain('token');
  });

  test('signed-in users are not offered the login', () => {
    expect(titles('visitor')).toContain('login');
    expect(titles('user')).not.toContain('login');
  });

  test('recently used entries come first, newest on top; the others keep their order', () => {
    const entries = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    expect(recentFirst(entries, ['c', 'gone', 'b']).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a']);
    expect(withRecent(['1', '2', '3', '4', '5'], '6')).toEqual(['6', '1', '2', '3', '4']);
  });

  test('an entry is found by all typed words, in any order, in its name or other words for it', () => {
    const entry = { label: 'Create key', keywords: 'new token' };
    expect(['key create', 'new key', 'tok', ''].map((typed) => isFoundBy(typed, entry))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(isFoundBy('new user', entry)).toBe(false);
  });

  test.each([
    ['cre', true],
    ['new key', true],
    ['log out', true],
    ['充值', true],
    // The beginning of a page's name leads to the page.
    ['log', false],
    // Part of an action's name, but not what to do.
    ['key', false],
    ['', false],
  ])('typing "%s" puts actions before pages: %s', (typed, expected) => {
    const actions = [
      { label: 'Create key', keywords: 'new' },
      { label: 'Log out' },
      { label: '充值' },
    ];
    expect(isVerb(typed, actions, [{ label: 'Logs' }, { label: 'Keys' }])).toBe(expected);
  });
});
