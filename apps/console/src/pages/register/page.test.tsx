import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { RegisterPage } from './page.tsx';

const GITHUB = text('registration.oauth.signIn', { provider: 'GitHub', context: 'github' });

/** Opens the page with this registration status, and returns what it offers. */
async function open(status: Record<string, boolean>) {
  fakeServer({ 'GET /api/status': () => ({ github_oauth: true, ...status }) });
  await renderAt('/register', RegisterPage);
  return () => ({
    github: screen.queryByRole('button', { name: GITHUB }) !== null,
    form: screen.queryByRole('button', { name: text('registration.submit') }) !== null,
    code: screen.queryByLabelText(text('registration.registrationCode')) !== null,
    closed: screen.queryByText(text('registration.off')) !== null,
  });
}

test('without password registration, a login provider still creates an account, with the required registration code', async () => {
  const offered = await open({
    register: true,
    password_register: false,
    registration_code_required: true,
  });
  await waitFor(() =>
    expect(offered()).toEqual({ github: true, form: false, code: true, closed: false }),
  );
});

test('if registration is closed, the page says so and shows no form', async () => {
  const offered = await open({
    register: false,
    password_register: false,
    registration_code_required: true,
  });
  await waitFor(() =>
    expect(offered()).toEqual({ github: false, form: false, code: false, closed: true }),
  );
});

test('with password registration, the form is shown in addition to the login providers', async () => {
  const offered = await open({ register: true, password_register: true });
  await waitFor(() =>
    expect(offered()).toEqual({ github: true, form: true, code: false, closed: false }),
  );
});

const set = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(text(label)), { target: { value } });

test('client and server errors are shown at their field, which gets the focus', async () => {
  const server = fakeServer({
    'GET /api/status': () => ({ register: true, password_register: true }),
    'POST /api/user/register': () =>
      Response.json(
        { success: false, data: null, message: 'taken', code: 'username_taken' },
        { status: 400 },
      ),
  });
  await renderAt('/register', RegisterPage);
  const submit = () =>
    fireEvent.click(screen.getByRole('button', { name: text('registration.submit') }));
  const focusedField = () =>
    document.activeElement?.closest('.mantine-InputWrapper-root')?.textContent;
  await screen.findByLabelText(text('registration.username'));
  submit();
  expect(document.activeElement).toBe(screen.getByLabelText(text('registration.username')));
  set('registration.username', 'newcomer');
  set('login.password', 'password1');
  set('registration.password2', 'password2');
  submit();
  expect(document.activeElement).toBe(screen.getByLabelText(text('registration.password2')));
  expect(server.bodiesOf('POST /api/user/register')).toEqual([]);
  set('registration.password2', 'password1');
  submit();
  await screen.findByText('taken');
  expect(focusedField()).toContain('taken');
  expect(screen.getByLabelText<HTMLInputElement>(text('login.password')).value).toBe('password1');
});

test('whoever registered is led to the login with their username', async () => {
  fakeServer({
    'GET /api/status': () => ({ register: true, password_register: true }),
    'POST /api/user/register': () => null,
  });
  const { router } = await renderAt('/register', RegisterPage);
  await screen.findByLabelText(text('registration.username'));
  set('registration.username', 'newcomer');
  set('login.password', 'secret-12345');
  set('registration.password2', 'secret-12345');
  fireEvent.click(screen.getByRole('button', { name: text('registration.submit') }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  expect(router.state.location.state).toMatchObject({ username: 'newcomer' });
});

test('after the mail server refused a code, the button says when the same address may get another; a corrected one need not wait', async () => {
  const server = fakeServer({
    'GET /api/status': () => ({
      register: true,
      password_register: true,
      email_verification: true,
    }),
    'GET /api/verification': () =>
      Response.json(
        { success: false, data: null, message: 'refused', code: 'mail_failed', retry_after: 3450 },
        { status: 400 },
      ),
  });
  await renderAt('/register', RegisterPage);
  await screen.findByLabelText(text('registration.email'));
  set('registration.email', 'nobody@example.org');
  fireEvent.click(screen.getByRole('button', { name: text('registration.getCode') }));
  await screen.findByText('refused');
  const waits = text('registration.codeWait', { time: '57:30' });
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: waits })).disabled).toBe(
    true,
  );
  set('registration.email', 'somebody@example.org');
  fireEvent.click(screen.getByRole('button', { name: text('registration.getCode') }));
  await waitFor(() =>
    expect(server.requests.filter(({ route }) => route === 'GET /api/verification')).toHaveLength(
      2,
    ),
  );
});

test('what is wrong with the address for a code is said at its field, which gets the focus; once a code is sent, its field does', async () => {
  const server = fakeServer({
    'GET /api/status': () => ({
      register: true,
      password_register: true,
      email_verification: true,
    }),
    'GET /api/verification': () =>
      Response.json(
        { success: false, data: null, message: 'in use', code: 'email_taken' },
        { status: 400 },
      ),
  });
  await renderAt('/register', RegisterPage);
  const email = await screen.findByLabelText(text('registration.email'));
  const request = () =>
    fireEvent.click(screen.getByRole('button', { name: text('registration.getCode') }));
  const isRefusedFor = (problem: string) => {
    expect(email.closest('.mantine-InputWrapper-root')?.textContent).toContain(problem);
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email);
  };
  request();
  isRefusedFor(text('registration.emailRequired'));
  set('registration.email', 'a@example.org');
  request();
  await screen.findByText('in use');
  isRefusedFor('in use');
  server.serve('GET /api/verification', () => null);
  request();
  await screen.findByRole('button', {
    name: text('registration.codeWait', { time: '00:30' }),
  });
  expect(document.activeElement).toBe(screen.getByLabelText(text('registration.code')));
  expect(email.getAttribute('aria-invalid')).not.toBe('true');
});
