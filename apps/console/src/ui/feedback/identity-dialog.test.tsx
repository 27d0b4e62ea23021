import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { askForIdentity } from './identity-dialog.tsx';

test('another way to confirm starts empty: a typed password is not shown as a code; its field has the focus', async () => {
  fakeServer({
    'GET /api/user/security': () => ({ methods: ['password', 'totp', 'recovery_code'] }),
    'POST /api/user/confirm': () => failure(400, 'wrong password'),
  });
  await renderAt('/setting', () => null);
  let isConfirmed: Promise<boolean> | undefined;
  act(() => {
    isConfirmed = askForIdentity();
  });
  const field = (key: string) =>
    screen.getByLabelText<HTMLInputElement>(text(`ui.identity.${key}`));
  const press = (key: string) =>
    fireEvent.click(screen.getByRole('button', { name: text(`ui.identity.${key}`) }));
  await screen.findByRole('dialog');
  fireEvent.change(field('password'), { target: { value: 'secret-12345' } });
  press('submit');
  await screen.findByText('wrong password');
  press('useTotp');
  expect(field('totp').value).toBe('');
  expect(screen.queryByText('wrong password')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(field('totp')));
  press('useRecoveryCode');
  await waitFor(() => expect(document.activeElement).toBe(field('recoveryCode')));
  fireEvent.click(screen.getByRole('button', { name: text('ui.cancel') }));
  expect(await isConfirmed).toBe(false);
});
