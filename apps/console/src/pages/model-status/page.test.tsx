import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { resizeWindow } from '../../../test-support/resize-window.ts';
import { text } from '../../../test-support/text.ts';
import { ServiceStatusPage } from './page.tsx';

const CALL = 'GET /api/status/models';
const days = (last: number | null) => [...Array.from({ length: 28 }, () => null), 0.985, last];
const model = (name: string, last: number | null) => ({
  model_name: name,
  answered: 0.99,
  days: days(last),
  first_token_ms: null,
});

/** Returns the service status of these models. */
const report = (...models: ReturnType<typeof model>[]) => ({
  answered: 0.991,
  // January 1, 2026, so that the 29th day is January 29.
  first_day: 1_767_225_600,
  days: days(1),
  failover: false,
  models,
});

const open = () => renderAt('/status', () => <ServiceStatusPage />);

test('models that fail today come first, and weak days are listed as text', async () => {
  fakeServer({
    [CALL]: () => report(model('a-good', 1), model('b-silent', null), model('c-failing', 0.5)),
  });
  await open();
  const table = within(await screen.findByRole('table'));
  const names = table.getAllByRole('link').map((link) => link.textContent);
  expect(names.map((name) => name?.slice(-9))).toEqual(
    ['c-failing', 'a-good', 'b-silent'].map((name) => expect.stringContaining(name)),
  );
  expect(screen.getByText(/^1 day below 99%: 29 Jan: 98\.50%$/)).toBeTruthy();
  expect(screen.getByText(text('home.status.some'))).toBeTruthy();
});

test('before a whole day is recorded the page says so and shows no figures', async () => {
  fakeServer({ [CALL]: () => null });
  await open();
  expect(await screen.findByText(text('home.status.empty'))).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a failed request is reported as such, not as missing data', async () => {
  fakeServer({ [CALL]: () => failure(400, 'no figures') });
  await open();
  expect(await screen.findByText('no figures')).toBeTruthy();
  expect(screen.queryByText(text('home.status.empty'))).toBeNull();
});

test.each([1024, 390])('at %i px each model has its strip of days exactly once', async (width) => {
  resizeWindow(width);
  fakeServer({ [CALL]: () => report(model('a-good', 1)) });
  await open();
  const table = within(await screen.findByRole('table'));
  const strips = table.getAllByRole('img', { name: /99/ });
  expect(strips).toHaveLength(1);
  expect(strips[0]?.closest('[class*="visible-from"]')).toBeNull();
});
