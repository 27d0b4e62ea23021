import type { ListedRegistrationCode } from '@tollgate/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { RegisterPage } from '../register/page.tsx';
import { RegistrationCodesPage } from './page.tsx';

const LIST = 'GET /api/registration-code/';
const code: ListedRegistrationCode = {
  id: 7,
  tail: 'wxyz',
  name: 'Beta testers',
  creator_id: 1,
  creator: 'mei',
  uses: 2,
  uses_max: 5,
  expires_at: 0,
  created_at: 1,
  state: 'usable',
};
const fill = (key: string, value: string) =>
  fireEvent.change(
    screen.getByLabelText((label) => label.startsWith(text(key))),
    { target: { value } },
  );

test('codes are created with name, uses and expiry, and their links are shown once', async () => {
  const server = fakeServer({
    [LIST]: () => page([]),
    'POST /api/registration-code/': () => ['a'.repeat(16)],
  });
  await renderAt('/registration-codes', RegistrationCodesPage);
  await screen.findByText(text('registrationCodes.empty.title'));
  const [add] = screen.getAllByRole('button', { name: text('registrationCodes.add') });
  fireEvent.click(add ?? document.body);
  fill('registrationCodes.form.name', 'Beta testers');
  fill('registrationCodes.form.uses', '5');
  fill('registrationCodes.form.days', '0');
  fireEvent.submit(screen.getByLabelText(/^Name/).closest('form') as HTMLFormElement);
  const links = await screen.findByLabelText<HTMLTextAreaElement>(
    text('registrationCodes.made.list'),
  );
  expect(links.value).toBe(`${location.origin}/register?invite=${'a'.repeat(16)}`);
  expect(server.bodiesOf('POST /api/registration-code/')).toEqual([
    { name: 'Beta testers', uses: 5, count: 1, expires_at: 0 },
  ]);
});

test('a code shows its creator, how often it was used and, when opened, who registered with it', async () => {
  fakeServer({
    [LIST]: () => page([code]),
    'GET /api/registration-code/7/users': () => [{ user_id: 9, username: 'zoe', used_at: 1 }],
  });
  await renderAt('/registration-codes', RegistrationCodesPage);
  await screen.findByText('2 / 5');
  screen.getByText('mei');
  fireEvent.click(screen.getByText('Beta testers'));
  await screen.findByText('zoe');
});

test('the registration form is prefilled with the code of a link and sends it', async () => {
  const server = fakeServer({
    'GET /api/status': () => ({ register: true, registration_code_required: true }),
    'POST /api/user/register': () => null,
  });
  await renderAt('/register?invite=abc123', RegisterPage);
  const field = await screen.findByLabelText<HTMLInputElement>(
    text('registration.registrationCode'),
  );
  expect(field.value).toBe('abc123');
  fill('registration.username', 'zoe');
  fill('login.password', 'password1');
  fill('registration.password2', 'password1');
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  await waitFor(() =>
    expect(server.bodiesOf('POST /api/user/register')).toMatchObject([
      { username: 'zoe', registration_code: 'abc123' },
    ]),
  );
});

test('the drawer of a code disables it', async () => {
  const server = fakeServer({
    [LIST]: () => page([code]),
    'GET /api/registration-code/7/users': () => [],
    'PUT /api/registration-code/': () => null,
  });
  await renderAt('/registration-codes', RegistrationCodesPage);
  fireEvent.click(await screen.findByText('Beta testers'));
  const drawer = within(await screen.findByRole('dialog'));
  fireEvent.click(drawer.getByRole('button', { name: text('registrationCodes.disable') }));
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/registration-code/')).toEqual([{ id: 7, disabled: true }]),
  );
});
