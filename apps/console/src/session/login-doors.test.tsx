import { fireEvent, screen, waitFor } from '@testing-library/react';
import { loginProviderTable } from '@tollgate/contract';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { LoginPage } from '../pages/login/page.tsx';
import { OauthCallbackPage } from '../pages/oauth/callback-page.tsx';
import { callPlayground } from '../pages/playground/call-playground.ts';
import { RegisterPage } from '../pages/register/page.tsx';
import { LoginProviderButtons } from '../ui/login-providers/login-provider-buttons.tsx';

const STEP = { token: 'step', methods: ['totp'] };
const USER = { id: 1, username: 'me', role: 1, status: 1, token: 't' };
const codeProvider = loginProviderTable.find(({ kind }) => kind === 'code');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** The router's URL, decoded. */
const addressOf = ({ state }: Awaited<ReturnType<typeof renderAt>>['router']) =>
  decodeURIComponent(state.location.href);

test('a login at a provider that needs a second factor still continues to the page in the link', async () => {
  localStorage.setItem('login-next', '/log?type=5');
  fakeServer({
    'GET /api/oauth/github': () =>
      Response.json({ success: true, data: null, second_factor: STEP }),
  });
  const address = '/oauth/github?code=c&state=s';
  const { router } = await renderAt(address, OauthCallbackPage, '/oauth/$provider');
  await waitFor(() => expect(addressOf(router)).toContain('/login?next='));
  expect(addressOf(router)).toContain('/log?type=5');
});

test("a login by a provider's code continues to the page in the link", async () => {
  localStorage.setItem('login-next', '/log?type=5');
  const id = codeProvider?.id ?? '';
  fakeServer({
    'GET /api/status': () => ({ [codeProvider?.enabled.status ?? '']: true }),
    [`GET /api/oauth/${id}`]: () => USER,
  });
  const { router } = await renderAt('/login', LoginProviderButtons);
  fireEvent.click(await screen.findByRole('button'));
  fireEvent.change(await screen.findByLabelText(text('registration.code')), {
    target: { value: '123456' },
  });
  fireEvent.click(screen.getByRole('button', { name: text('registration.oauth.wechatSubmit') }));
  await waitFor(() => expect(addressOf(router)).toBe('/log?type=5'));
});

test('registering during a login returns to the login, which continues to the page in the link', async () => {
  fakeServer();
  await renderAt('/login?next=%2Flog%3Ftype%3D5', LoginPage);
  const register = await screen.findByRole('link', { name: text('login.register') });
  const address = register.getAttribute('href') ?? '';
  expect(decodeURIComponent(address)).toMatch(/^\/register\?next="?\/log\?type=5/);
  document.body.replaceChildren();
  const { router } = await renderAt(address, RegisterPage);
  const [name, ...others] = await screen.findAllByRole<HTMLInputElement>('textbox');
  expect(others).toHaveLength(0);
  if (name) fireEvent.change(name, { target: { value: 'newcomer' } });
  for (const label of [text('login.password'), text('registration.password2')])
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'password1' } });
  fireEvent.click(screen.getByRole('button', { name: text('registration.submit') }));
  await waitFor(() => expect(addressOf(router)).toMatch(/^\/login\?next="?\/log\?type=5/));
});

test('a playground whose session expired is returned to after the login', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  history.replaceState(null, '', '/playground?model=gpt-4o');
  onTestFinished(() => {
    assign.mockRestore();
    history.replaceState(null, '', '/');
  });
  fakeServer({
    'POST /api/playground/v1/chat/completions': () =>
      Response.json({ error: { message: 'over', code: 'session_missing' } }, { status: 401 }),
  });
  const { signal } = new AbortController();
  await expect(callPlayground('/v1/chat/completions', {}, { signal, group: '' })).rejects.toThrow(
    'over',
  );
  expect(decodeURIComponent(String(assign.mock.calls[0]?.[0]))).toBe(
    '/login?expired=true&next=/playground?model=gpt-4o',
  );
});
