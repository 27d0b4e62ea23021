import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type FakeHandler, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { readStoredUser } from '../../session/session.ts';
import { LoginPage } from './page.tsx';

const LOGIN = 'POST /api/user/login';
const SECOND = 'POST /api/user/login/second_factor';
const USER = { id: 1, username: 'me', role: 1, status: 1, token: 't' };
const refusal = (status: number, more: object) =>
  Response.json({ success: false, data: null, message: 'refused', ...more }, { status });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const name = () => screen.getByLabelText<HTMLInputElement>(text('login.username'));
const password = () => screen.getByLabelText<HTMLInputElement>(text('login.password'));
const code = () => screen.getByLabelText<HTMLInputElement>(text('login.step.totp'));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (key: string) => fireEvent.click(screen.getByRole('button', { name: text(key) }));

async function open(routes: Record<string, FakeHandler>, query = '') {
  const server = fakeServer(routes);
  const { router } = await renderAt(`/login${query}`, LoginPage);
  await screen.findByLabelText(text('login.username'));
  const logIn = (secret: string) => {
    type(name(), 'me');
    type(password(), secret);
    press('login.submit');
  };
  return { server, router, logIn };
}

test('after a registration the username is filled in, and the password has the focus', async () => {
  fakeServer();
  const { router } = await renderAt('/register', LoginPage, '/login');
  await screen.findByText('elsewhere');
  await router.navigate({ to: '/login', state: { username: 'new here' } as never });
  await waitFor(() => expect(name().value).toBe('new here'));
  expect(document.activeElement).toBe(password());
});

test('an empty field is reported and focused, and nothing is sent', async () => {
  const { server } = await open({});
  press('login.submit');
  expect(document.activeElement).toBe(name());
  type(name(), 'me');
  press('login.submit');
  expect(document.activeElement).toBe(password());
  expect(screen.getByText(text('login.required'))).toBeTruthy();
  expect(server.bodiesOf(LOGIN)).toEqual([]);
});

test('a wrong password shows the remaining attempts and keeps the input; a lock shows how long it lasts', async () => {
  const { server, logIn } = await open({ [LOGIN]: () => refusal(400, { attempts_left: 4 }) });
  logIn('wrong');
  await screen.findByText(text('login.attemptsLeft', { count: 4 }), { exact: false });
  expect(screen.getByRole('link', { name: text('login.resetNow') })).toBeTruthy();
  expect([name().value, password().value]).toEqual(['me', 'wrong']);
  server.serve(LOGIN, () => refusal(429, { retry_after: 598 }));
  logIn('wrong');
  const locked = await screen.findByText(text('login.locked', { time: '09:58' }));
  // Inside an alert, which would otherwise announce every second.
  expect(locked.getAttribute('role')).toBe('timer');
  expect(readStoredUser()).toBeUndefined();
});

test('an empty or wrong second factor is rejected, and a correct one continues to the page in the link', async () => {
  const step = { challenge: 'c', methods: ['totp', 'recovery_code'], expires_in: 300 };
  const { server, router, logIn } = await open(
    {
      [LOGIN]: () => Response.json({ success: true, data: null, second_factor: step }),
      [SECOND]: () => refusal(400, { message: 'wrong code' }),
    },
    '?next=%2Flog%3Ftype%3D5',
  );
  logIn('right');
  await waitFor(() => expect(code()).toBeTruthy());
  press('login.step.submit');
  await screen.findByText(text('login.step.required'));
  expect(document.activeElement).toBe(code());
  expect(server.bodiesOf(SECOND)).toEqual([]);
  type(code(), '00000');
  expect(server.bodiesOf(SECOND)).toEqual([]);
  // The last digit sends it.
  type(code(), '000 000');
  await screen.findByText('wrong code');
  expect(server.bodiesOf(SECOND)).toMatchObject([{ code: '000 000' }]);
  expect(document.activeElement).toBe(code());
  expect(code().selectionEnd).toBe(7);
  // Switching the method clears its error.
  press('login.step.useRecovery');
  expect(screen.queryByText('wrong code')).toBeNull();
  press('login.step.useTotp');
  server.serve(SECOND, () => USER);
  type(code(), '123456');
  await waitFor(() => expect(router.state.location.href).toBe('/log?type=5'));
  expect(readStoredUser()?.username).toBe('me');
});

test('going back from the second step restarts the login', async () => {
  const step = { challenge: 'c', methods: ['totp'], expires_in: 300 };
  const { logIn } = await open({
    [LOGIN]: () => Response.json({ success: true, data: null, second_factor: step }),
  });
  logIn('right');
  await waitFor(() => expect(code()).toBeTruthy());
  press('login.step.back');
  expect(name()).toBeTruthy();
});

test('a redirect to another site is not followed after the login', async () => {
  const { router, logIn } = await open({ [LOGIN]: () => USER }, '?next=%2F%2Fevil.example%2Flog');
  logIn('right');
  await waitFor(() => expect(router.state.location.href).toBe('/token'));
});
