import { fireEvent, screen } from '@testing-library/react';
import type { User } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { SecuritySection } from './security-section.tsx';

async function openDeletion(fields: Partial<User>) {
  fakeServer({ 'GET /api/user/security': () => ({ has_password: true, passkeys: [] }) });
  const user = { id: 3, username: 'alice', role: 1, ...fields } as User;
  await renderAt('/setting', () => <SecuritySection user={user} />);
  fireEvent.click(screen.getByRole('button', { name: text('personal.delete.action') }));
  return (await screen.findByRole('dialog')).textContent ?? '';
}

test('who deletes their account is told which balance and earnings are lost with it', async () => {
  const dialog = await openDeletion({ quota: 29_335_000, aff_quota: 4_100_000 });
  const money = { balance: '$58.67', earnings: '$8.20' };
  expect(dialog).toContain(text('personal.delete.confirmMoney', money));
});

test('the deletion of an empty account says nothing about money', async () => {
  expect(await openDeletion({ quota: 0, aff_quota: 0 })).not.toContain('$');
});
