import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { type StoredUser, storeUser } from '../session/session.ts';
import { PublicFooter } from './public-footer.tsx';

test.each([
  ['a visitor', undefined, false, false],
  ['a visitor', undefined, true, true],
  ['an administrator', 10, false, true],
] as const)(
  'for %s (role %s) an About page with content: %s is linked: %s',
  async (_who, role, about, isLinked) => {
    if (role !== undefined) storeUser({ id: 9, role, token: 't' } as StoredUser);
    fakeServer({ 'GET /api/status': () => ({ about, system_name: 'Tollgate' }) });
    await renderAt('/pricing', PublicFooter);
    const name = text('shell.pages.about');
    if (isLinked) expect(await screen.findByRole('link', { name })).toBeTruthy();
    else {
      await screen.findByRole('link', { name: text('shell.pages.docs') });
      expect(screen.queryByRole('link', { name })).toBeNull();
    }
  },
);
