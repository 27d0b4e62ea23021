import { describe, expect, test } from 'vitest';
import type { Viewer } from '../session/access.ts';
import { listNavSections, matchPage } from './nav-pages.ts';

const titles = (viewer: Viewer) =>
  listNavSections(viewer).flatMap(({ pages }) => pages.map(({ title }) => title));

describe('the sidebar', () => {
  test('visitors see public pages only, including the login', () => {
    expect(titles('visitor')).toEqual(['home', 'login', 'register', 'reset', 'pricing', 'docs']);
  });

  test('users see neither administrator pages nor the login', () => {
    expect(titles('user')).toEqual(expect.arrayContaining(['home', 'token', 'log']));
    expect(titles('user')).not.toContain('channel');
    expect(titles('user')).not.toContain('login');
  });

  test('administrators also see the pages of users', () => {
    expect(titles('admin')).toEqual(expect.arrayContaining([...titles('user'), 'channel']));
  });

  test('no group is empty', () => {
    for (const viewer of ['visitor', 'user', 'admin'] as const)
      for (const { pages } of listNavSections(viewer)) expect(pages).not.toEqual([]);
  });
});

describe('the page of a path', () => {
  test('parameters and a trailing slash match', () => {
    expect(matchPage('/channel/edit/7')?.title).toBe('channelEdit');
    expect(matchPage('/token/')?.title).toBe('token');
    expect(matchPage('/')?.title).toBe('home');
  });

  test('longer and unknown paths do not match', () => {
    expect(matchPage('/token/extra')).toBeUndefined();
    expect(matchPage('/channel/edit/7/more')).toBeUndefined();
  });
});
