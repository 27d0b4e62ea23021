import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { calls } from 'virtual:calls';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { callEndpoint } from '../api/call-endpoint.ts';
import { useEndpoint } from '../api/use-endpoint.ts';
import { readStoredUser, storeUser, type StoredUser, useStoredUser } from './session.ts';
import { useLogOut } from './use-log-out.ts';
import { useSignOut } from './use-sign-out.ts';
import { sessionRenewal } from './session-renewal.ts';
import { useUnsavedInput } from './unsaved-input.ts';
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

test.each([
  ['another user', user(1), user(2)],
  ['a visitor', undefined, user(2)],
])(
  'a late refusal of a call by %s does not end the session of who has logged in since',
  async (_who, before, now) => {
    fakeServer({
      'GET /api/user/models': () => {
        storeUser(now);
        return Response.json({ success: false, message: 'over' }, { status: 401 });
      },
    });
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    onTestFinished(() => assign.mockRestore());
    if (before) storeUser(before);
    await expect(callEndpoint(calls.listOwnModels)).rejects.toThrow('over');
    expect(readStoredUser()).toEqual(now);
    expect(assign).not.toHaveBeenCalled();
  },
);

let sending: Promise<unknown>;

function NoteForm() {
  useUnsavedInput(() => true);
  const user = useStoredUser();
  const logOut = useLogOut();
  const save = () => {
    sending = callEndpoint(calls.confirmSession, { body: NOTE });
  };
  return (
    <>
      <button type="button" onClick={save}>
        {`${user?.username ?? 'nobody'} saves`}
      </button>
      <button type="button" onClick={() => void logOut()}>
        log out
      </button>
    </>
  );
}
const NOTE = { method: 'password', secret: 'an hour of work' } as const;

/** Opens a form with input of user 1, whose session ends, and has it sent. */
async function sendAfterTheEnd() {
  const sentBy: (string | null)[] = [];
  fakeServer({
    'POST /api/user/confirm': ({ headers }) => {
      const token = headers.get('authorization');
      sentBy.push(token);
      return token === 'Bearer t1' ? Response.json({ success: false }, { status: 401 }) : null;
    },
  });
  storeUser(user(1));
  const reload = vi.fn<() => void>();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  onTestFinished(watchSession(reload));
  onTestFinished(async () => {
    sessionRenewal.end(false);
    await Promise.allSettled([sending]);
    assign.mockRestore();
  });
  await renderAt('/token', NoteForm);
  fireEvent.click(await screen.findByText('user 1 saves'));
  await screen.findByText(text('ui.loginAgain.title'));
  return { sentBy, reload, assign };
}

test('input of a form whose session ends is kept, and sent once its user has logged in again in another tab', async () => {
  const { sentBy, reload, assign } = await sendAfterTheEnd();
  // The page for it clears the ended session first.
  localStorage.setItem('session-expired', '1');
  changeElsewhere(null);
  screen.getByText('user 1 saves');
  changeElsewhere(JSON.stringify({ ...user(1), token: 'new' }));
  await waitFor(() => expect(sentBy).toEqual(['Bearer t1', 'Bearer new']));
  await waitFor(() => expect(screen.queryByText(text('ui.loginAgain.title'))).toBeNull());
  expect(reload).not.toHaveBeenCalled();
  expect(assign).not.toHaveBeenCalled();
});

test('input of a form is never sent as another user who logs in after its session ended', async () => {
  const { sentBy, reload, assign } = await sendAfterTheEnd();
  changeElsewhere(JSON.stringify(user(2)));
  expect(reload).toHaveBeenCalledOnce();
  expect(assign).not.toHaveBeenCalled();
  expect(readStoredUser()?.id).toBe(2);
  expect(sentBy).toEqual(['Bearer t1']);
});

test('a tab with input keeps it when another tab finds the session ended, and leads to the login if it is given up', async () => {
  fakeServer();
  storeUser(user(1));
  const reload = vi.fn<() => void>();
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  onTestFinished(() => assign.mockRestore());
  onTestFinished(watchSession(reload));
  await renderAt('/token', NoteForm);
  await screen.findByText('user 1 saves');
  localStorage.setItem('session-expired', '1');
  changeElsewhere(null);
  fireEvent.click(await screen.findByText(text('ui.discard.confirm')));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/login?expired=true'));
  expect(reload).not.toHaveBeenCalled();
});

test('a logout asks before it discards input', async () => {
  const server = fakeServer();
  storeUser(user(1));
  const { router } = await renderAt('/token', NoteForm);
  fireEvent.click(await screen.findByText('log out'));
  const discard = await screen.findByText(text('ui.discard.confirm'));
  expect(server.bodiesOf('GET /api/user/logout')).toHaveLength(0);
  fireEvent.click(discard);
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(readStoredUser()).toBeUndefined();
});
