import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { HomePage } from './page.tsx';

beforeEach(() => localStorage.clear());

test.each([
  ['no text', () => ''],
  ['a text that could not be read', () => failure(500, 'no')],
])('with %s the default home page is shown, with a login link', async (_case, content) => {
  fakeServer({ 'GET /api/home_page_content': content });
  await renderAt('/', HomePage);
  expect(
    (await screen.findAllByRole('link', { name: text('login.submit') })).length,
  ).toBeGreaterThan(0);
});
