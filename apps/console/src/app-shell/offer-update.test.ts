import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { connection } from '../api/connection.ts';

const ENTRY = '/assets/index-1.js';
const offers = () => screen.queryAllByText(text('shell.crash.updated'));

/** Opens a page whose document was started by a script that the server answers with `status`. */
async function open(status: () => number) {
  const script = Object.assign(document.createElement('script'), { type: 'module' });
  // Only its address matters; it must not be fetched.
  script.setAttribute('src', ENTRY);
  vi.spyOn(document, 'querySelector').mockReturnValue(script);
  onTestFinished(() => void vi.restoreAllMocks());
  const server = fakeServer({
    [`HEAD ${ENTRY}`]: () => {
      if (status() === 0) throw new TypeError('offline');
      return new Response(null, { status: status() });
    },
  });
  await renderAt('/token', () => 'keys');
  return {
    looks: () => server.requests.filter(({ route }) => route === `HEAD ${ENTRY}`).length,
  };
}

const showTab = () => document.dispatchEvent(new Event('visibilitychange'));

test('a page that was open during an upgrade offers a reload when its tab is shown again, once', async () => {
  let status = 200;
  const { looks } = await open(() => status);
  showTab();
  await expect.poll(() => looks()).toBe(1);
  expect(offers()).toEqual([]);
  status = 404;
  showTab();
  expect(await screen.findByText(text('shell.crash.updated'))).toBeDefined();
  showTab();
  expect(looks()).toBe(2);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  screen.getByRole('button', { name: text('shell.crash.reload') }).click();
  expect(reload).toHaveBeenCalled();
});

test('a page offers a reload when a restarted gateway serves another console', async () => {
  await open(() => 404);
  connection.recordFailure();
  connection.recordResponse();
  expect(await screen.findByText(text('shell.crash.updated'))).toBeDefined();
});

test('a page offers a reload when code that a click needs is gone', async () => {
  await open(() => 200);
  window.dispatchEvent(new Event('vite:preloadError'));
  expect(await screen.findByText(text('shell.crash.updated'))).toBeDefined();
});

test('a page says nothing of an update when code cannot be fetched for want of a connection', async () => {
  const { looks } = await open(() => 0);
  window.dispatchEvent(new Event('vite:preloadError'));
  await expect.poll(() => looks()).toBe(1);
  await Promise.resolve();
  expect(offers()).toEqual([]);
});
