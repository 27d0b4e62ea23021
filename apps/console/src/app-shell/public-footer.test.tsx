import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { PublicFooter } from './public-footer.tsx';

test('visitors find the About page, which says what the site is even before anybody filled it', async () => {
  fakeServer({ 'GET /api/status': () => ({ system_name: 'Tollgate' }) });
  await renderAt('/pricing', PublicFooter);
  const link = await screen.findByRole('link', { name: text('shell.pages.about') });
  expect(link.getAttribute('href')).toBe('/about');
});
