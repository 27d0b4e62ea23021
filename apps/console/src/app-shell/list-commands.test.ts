import { describe, expect, test } from 'vitest';
import { listPalettePages, recentFirst, withRecent } from './list-commands.ts';

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
});
