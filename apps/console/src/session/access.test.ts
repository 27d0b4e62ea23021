import { describe, expect, test } from 'vitest';
import { decideAccess } from './access.ts';

describe('who may open which page', () => {
  test('everybody opens public pages', () => {
    for (const viewer of ['visitor', 'user', 'admin'] as const)
      expect(decideAccess('public', viewer)).toBe('open');
  });

  test('a visitor is redirected to the login from every protected page', () => {
    expect(decideAccess('user', 'visitor')).toBe('login');
    expect(decideAccess('admin', 'visitor')).toBe('login');
  });

  test('only administrators open administrator pages; a user is refused, not logged out', () => {
    expect(decideAccess('admin', 'user')).toBe('refuse');
    expect(decideAccess('admin', 'admin')).toBe('open');
    expect(decideAccess('user', 'user')).toBe('open');
  });

  test('pages of the super admin refuse administrators', () => {
    expect(decideAccess('root', 'admin')).toBe('refuse');
    expect(decideAccess('root', 'root')).toBe('open');
    expect(decideAccess('admin', 'root')).toBe('open');
  });
});
