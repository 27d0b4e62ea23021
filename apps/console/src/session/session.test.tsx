import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { calls } from 'virtual:calls';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { callEndpoint } from '../api/call-endpoint.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { readStoredUser, storeUser, type StoredUser, useStoredUser } from './session.ts';
import { useSignOut } from './use-sign-out.ts';
import { watchSession } from './watch-session.ts';

const user = (id: number) =>
  ({ id, username: `user ${id}`, role: 1, token: `t${id}` }) as StoredUser;

/** Simulates a change in another tab: the browser fires the event after storing it. */
function changeElsewhere(newValue: string | null): void {
  const oldValue = localStorage.getItem('user');
  if (newValue === null) localStorage.removeItem('user');
  else localStorage.setItem('user', newValue);
  window.dispatchEvent(new StorageEvent('storage', { key: 'user', oldValue, newValue }));
}

function SelfPage() {
  const signOut = useSignOut();
  const stored = useStoredUser();
  const { data } = useEndpoint(calls.listOwnModels);
  return (
    <button type="button" onClick={() => void signOut()}>
      {`${stored?.username ?? 'nobody'} sees ${data?.join() ?? 'nothing'}`}
    </button>
  );
}

test.each([
  ['signs out', null],
  ['signs in as another user', JSON.stringify(user(2))],
])('a tab reloads when another tab %s', (_what, value) => {
  storeUser(user(1));
  const reload = vi.fn<() => void>();
  onTestFinished(watchSession(reload));
  changeElsewhere(value);
  expect(reload).toHaveBeenCalledOnce();
});

test('a tab does not reload when another tab stores a new name of the same user', () => {
  storeUser(user(1));
  const reload = vi.fn<() => void>();
  onTestFinished(watchSession(reload));
  changeElsewhere(JSON.stringify({ ...user(1), username: 'renamed' }));
  expect(reload).not.toHaveBeenCalled();
});

test('signing out forgets the user and all data fetched for them, and shows the login page', async () => {
  const server = fakeServer({ 'GET /api/user/models': () => ['secret-model'] });
  storeUser(user(1));
  const { client, router } = await renderAt('/token', SelfPage);
  fireEvent.click(await screen.findByText('user 1 sees secret-model'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(readStoredUser()).toBeUndefined();
  await waitFor(() =>
    expect(client.getQueryData([calls.listOwnModels.path, 'GET', {}])).toBeUndefined(),
  );
  expect(server.bodiesOf('GET /api/user/models')).toHaveLength(1);
});

test('components that show the signed-in user follow a change in another tab', async () => {
  fakeServer({ 'GET /api/user/models': () => ['m'] });
  storeUser(user(1));
  await renderAt('/token', SelfPage);
  await screen.findByText('user 1 sees m');
  changeElsewhere(JSON.stringify(user(2)));
  await screen.findByText('user 2 sees m');
});

test('a session that the server no longer accepts is cleared, and the login page says that it expired', async () => {
  fakeServer({
    'GET /api/user/models': () =>
      Response.json({ success: false, message: 'over' }, { status: 401 }),
  });
  storeUser(user(1));
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  onTestFinished(() => assign.mockRestore());
  await expect(callEndpoint(calls.listOwnModels)).rejects.toThrow('over');
  expect(readStoredUser()).toBeUndefined();
  expect(assign).toHaveBeenCalledWith('/login?expired=true');
});
