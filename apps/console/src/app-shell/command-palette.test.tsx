import { spotlight } from '@mantine/spotlight';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type FakeHandler, fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { readStoredUser } from '../session/session.ts';
import { CommandPalette } from './command-palette.tsx';
import { openPalette } from './open-palette.ts';

beforeEach(() => localStorage.clear());

async function open(routes: Record<string, FakeHandler> = {}, role: 1 | 100 = 1) {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'me', role, status: 1 }));
  const server = fakeServer(routes);
  const { router } = await renderAt('/pricing', CommandPalette);
  spotlight.open();
  onTestFinished(() => spotlight.close());
  return { server, router, input: await screen.findByLabelText(text('shell.search.open')) };
}

test('logging out from the palette ends the session on the server and at the login provider', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  onTestFinished(() => assign.mockRestore());
  const logout_url = 'https://id.example/logout';
  const { server, router } = await open({
    'GET /api/user/logout': () => Response.json({ success: true, data: null, logout_url }),
  });
  fireEvent.click(await screen.findByText(text('shell.logout')));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(logout_url));
  expect(server.bodiesOf('GET /api/user/logout')).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/login');
  expect(readStoredUser()).toBeUndefined();
});

const none = { items: [], total: 0, page: 1 };

test('the id of an image task is recognized, and Enter opens the task however old it is', async () => {
  const id = '1732500000123456';
  const { router, input, server } = await open({
    'GET /api/mj/self/': ({ query }) =>
      query['mj_id'] === id ? { ...none, items: [{ id: 3, mj_id: id }] } : none,
  });
  fireEvent.change(input, { target: { value: id } });
  await screen.findByText(text('shell.search.image', { id }));
  // Its form would also fit a request id: once identified, it is no longer offered as one.
  expect(screen.queryByText(text('shell.search.request', { id }))).toBeNull();
  fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/midjourney'));
  expect(router.state.location.search).toEqual({ task_id: id, start_timestamp: '1' });
  expect(server.requests.some(({ route }) => route === 'GET /api/order/')).toBe(false);
});

test("administrators find a user by one digit, which opens the drawer, and an order by its provider's number", async () => {
  const order = { id: 9, number: 'T1', reference: 'pi_3QabcXYZ' };
  const { router, input } = await open(
    {
      'GET /api/user/search': () => ({ ...none, items: [{ id: 7, username: 'alice' }] }),
      'GET /api/order/': ({ query }) =>
        query['keyword'] === order.reference ? { ...none, items: [order] } : none,
    },
    100,
  );
  fireEvent.change(input, { target: { value: '7' } });
  await screen.findByText(text('shell.search.user', { id: 7, name: 'alice' }));
  // It arrived after the search in the settings, which fits anything, had been selected.
  expect(document.querySelector('[data-selected]')?.textContent).toContain('alice');
  fireEvent.change(input, { target: { value: order.reference } });
  fireEvent.click(await screen.findByText(text('shell.search.order', { id: 'T1' })));
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders'));
  expect(router.state.location.search).toMatchObject({ id: '9' });
});

test('what is typed right after Ctrl K, before the palette has loaded, is searched for, and Enter opens it', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'me', role: 1, status: 1 }));
  fakeServer();
  onTestFinished(() => spotlight.close());
  const late = Promise.withResolvers<void>();
  const Late = lazy(async () => {
    await late.promise;
    return { default: CommandPalette };
  });
  const { router } = await renderAt('/pricing', () => (
    <Suspense>
      <Late />
    </Suspense>
  ));
  openPalette();
  const words = text('shell.pages.wallet');
  for (const key of [...words, 'x', 'Backspace', 'Enter'])
    fireEvent.keyDown(document.body, { key });
  late.resolve();
  await waitFor(() => expect(router.state.location.pathname).toBe('/topup'));
});

test('a click ends waiting for the palette: keys go to the page again', async () => {
  const { input } = await open();
  openPalette();
  fireEvent.pointerDown(document.body);
  expect(fireEvent.keyDown(input, { key: 'a' })).toBe(true);
});

test('a typed verb puts its action first, where Enter takes it', async () => {
  const { router, input } = await open();
  fireEvent.change(input, { target: { value: text('shell.topUp') } });
  await waitFor(() =>
    expect(document.querySelector('[data-action]')?.textContent).toBe(text('shell.topUp')),
  );
  fireEvent.keyDown(input, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/topup'));
  expect(router.state.location.state).toMatchObject({ topUp: true });
});

test('what an earlier search found is gone as soon as other words are typed, so that Enter opens none of it', async () => {
  const { input } = await open({
    'GET /api/token/search': () => ({ ...none, items: [{ id: 1, name: 'zeta' }] }),
  });
  fireEvent.change(input, { target: { value: 'zeta' } });
  const label = text('shell.search.token', { name: 'zeta' });
  await screen.findByText(label);
  fireEvent.change(input, { target: { value: text('shell.topUp') } });
  expect(screen.queryByText(label)).toBeNull();
});
