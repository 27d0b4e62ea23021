import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { ApiError } from '../api/call-endpoint.ts';
import { connection } from '../api/connection.ts';
import { CrashPage } from './crash-page.tsx';

const show = (error: Error) =>
  renderAt('/log', () => <CrashPage error={error} reset={() => undefined} />);

function watchReload() {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  onTestFinished(() => reload.mockRestore());
  return reload;
}

beforeEach(() => sessionStorage.clear());

test.each([
  ['Chromium', 'Missing: Failed to fetch dynamically imported module: https://x/assets/page-1.js'],
  ['Firefox', 'error loading dynamically imported module: https://x/assets/page-1.js'],
  ['Safari', 'Importing a module script failed.'],
  ['Vite, of styles', 'Unable to preload CSS for /assets/page-1.css'],
])('a chunk removed by an update reloads the page, as reported by %s', async (_who, words) => {
  const reload = watchReload();
  fakeServer();
  await show(new Error(words));
  expect(await screen.findByText(text('shell.crash.updating'))).toBeDefined();
  await waitFor(() => expect(reload).toHaveBeenCalled());
});

test('a chunk still missing after the reload is reported, without a reload loop', async () => {
  const reload = watchReload();
  sessionStorage.setItem('reloaded-at', String(Date.now() - 1000));
  const server = fakeServer();
  await show(new Error('Importing a module script failed.'));
  expect(await screen.findByText(text('shell.crash.staleTitle'))).toBeDefined();
  expect(screen.getByRole('button', { name: text('shell.crash.reload') })).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
  expect(server.requests.map(({ route }) => route)).not.toContain('GET /api/status');
});

test('while the server is unreachable, the page says so and does not reload', async () => {
  const reload = watchReload();
  fakeServer({ 'GET /api/status': () => Promise.reject(new TypeError('no network')) });
  await show(new Error('Importing a module script failed.'));
  expect(await screen.findByText(text('shell.crash.away'))).toBeDefined();
  expect(reload).not.toHaveBeenCalled();
});

test('the page reloads once the server is back, but not on a response sent before the outage', async () => {
  const reload = watchReload();
  let isAway = true;
  const server = fakeServer({
    'GET /api/status': () => (isAway ? Promise.reject(new TypeError('no network')) : {}),
  });
  await show(new Error('Importing a module script failed.'));
  expect(await screen.findByText(text('shell.crash.away'))).toBeDefined();
  const statusRequests = () =>
    server.requests.filter(({ route }) => route === 'GET /api/status').length;
  connection.recordFailure();
  connection.recordResponse();
  await waitFor(() => expect(statusRequests()).toBe(2));
  expect(reload).not.toHaveBeenCalled();
  isAway = false;
  connection.recordFailure();
  connection.recordResponse();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('a page that crashes is not reloaded: it shows an id to quote and a link home', async () => {
  const reload = watchReload();
  fakeServer();
  await show(new TypeError('x is undefined'));
  expect(await screen.findByText(new RegExp(text('shell.crash.id')))).toBeDefined();
  const home = screen.getByRole('link', { name: text('shell.notFound.home') });
  expect(home.getAttribute('href')).toBe('/');
  expect(screen.queryByText('x is undefined')).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

test('a failed call shows its own message with its request id', async () => {
  fakeServer();
  await show(new ApiError('The database is busy', { status: 503, requestId: 'req-123' }));
  expect(await screen.findByRole('heading', { name: 'The database is busy' })).toBeDefined();
  expect(screen.getByText(/req-123/)).toBeDefined();
});
