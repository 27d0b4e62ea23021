import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { PasswordDialog } from './password-dialog.tsx';

const open = async (hasPassword: boolean, isRequired: boolean) => {
  const server = fakeServer({ 'PUT /api/user/self': () => null });
  const close = vi.fn<() => void>();
  await renderAt('/setting', () => (
    <PasswordDialog
      username="alice"
      security={{ has_password: hasPassword, is_current_password_required: isRequired }}
      close={close}
    />
  ));
  const field = (key: string) => screen.queryByLabelText(text(`personal.password.${key}`));
  return {
    original: () => field('original'),
    fill: (key: string, value: string) =>
      fireEvent.change(field(key) as HTMLElement, { target: { value } }),
    submit: (key: string) =>
      fireEvent.click(screen.getByRole('button', { name: text(`personal.password.${key}`) })),
    sent: () => server.requests.filter(({ route }) => route === 'PUT /api/user/self'),
    close,
  };
};

test('a new password is only sent with the current one', async () => {
  const dialog = await open(true, true);
  dialog.fill('new', 'password2');
  dialog.fill('repeat', 'password2');
  dialog.submit('action');
  await screen.findByText(text('personal.password.originalRequired'));
  expect(dialog.sent()).toEqual([]);
  dialog.fill('original', 'password1');
  dialog.submit('action');
  await waitFor(() => expect(dialog.close).toHaveBeenCalled());
  expect(dialog.sent()[0]?.body).toEqual({ password: 'password2', original_password: 'password1' });
});

test('an account without a password is not asked for the current one', async () => {
  const first = await open(false, false);
  expect(first.original()).toBeNull();
  first.fill('new', 'password2');
  first.fill('repeat', 'password2');
  first.submit('set');
  await waitFor(() => expect(first.sent()[0]?.body).toEqual({ password: 'password2' }));
});

test('if the site makes the current password optional, it may be empty', async () => {
  const dialog = await open(true, false);
  dialog.fill('new', 'password2');
  dialog.fill('repeat', 'password2');
  dialog.submit('action');
  await waitFor(() => expect(dialog.sent()[0]?.body).toEqual({ password: 'password2' }));
});
