import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { isAdmin, type StoredUser, storeUser, useStoredUser } from './session.ts';
import { useFreshUser } from './use-fresh-user.ts';

function Menu() {
  useFreshUser();
  return <p>{isAdmin(useStoredUser()) ? 'for administrators' : 'for users'}</p>;
}

test.each([
  ['promoted', 1, 10, 'for administrators'],
  ['demoted', 10, 1, 'for users'],
] as const)(
  'a user who was %s since the login sees the menu of the new role after a reload, still signed in',
  async (_how, before, after, menu) => {
    storeUser({ id: 7, username: 'alice', role: before, token: 'kept' } as StoredUser);
    fakeServer({ 'GET /api/user/self': () => ({ id: 7, username: 'alice', role: after }) });
    await renderAt('/token', Menu);
    await screen.findByText(menu);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ token: 'kept' });
  },
);
