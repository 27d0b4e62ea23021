import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { AboutPage } from './page.tsx';

afterEach(() => localStorage.clear());

const open = (written: string) => {
  fakeServer({ 'GET /api/about': () => written });
  return renderAt('/about', AboutPage);
};

test('without a text, the page says what the site is, its address, and where its docs are', async () => {
  await open('');
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  await screen.findByText(text('home.about.what'));
  expect(screen.getByText(`${location.origin}/v1`)).toBeTruthy();
  const docs = screen.getByRole('link', { name: text('home.about.docs') });
  expect(docs.getAttribute('href')).toBe('/docs');
  expect(screen.queryByText(text('home.about.admin'), { exact: false })).toBeNull();
});

test('an administrator is led from the empty page to the field that fills it', async () => {
  storeUser({ id: 1, role: 10, token: 't' } as StoredUser);
  await open(' ');
  const link = await screen.findByRole('link', { name: text('home.about.write') });
  expect(link.getAttribute('href')).toBe('/setting?option=About');
});

test('the administrators’ text replaces the default', async () => {
  await open('We run this.');
  expect(await screen.findByText('We run this.')).toBeTruthy();
  expect(screen.queryByText(text('home.about.what'))).toBeNull();
});
