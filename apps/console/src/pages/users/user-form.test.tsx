import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loginProviderTable, type User } from '@tollgate/contract';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { UserForm } from './user-form.tsx';

const user = {
  id: 3,
  role: 1,
  username: 'ann',
  display_name: 'ann',
  status: 1,
  group: 'default',
  email: '',
  ...Object.fromEntries(loginProviderTable.map(({ userField }) => [userField, ''])),
  github_id: 'ann-on-github',
  quota: 0,
} as unknown as User;

const form = (shown: User) => () => (
  <UserForm user={shown} isSelf={false} setDirty={() => {}} leave={() => {}} saved={() => {}} />
);

test('linked accounts are read-only fields, the others are only named', async () => {
  fakeServer({ 'GET /api/group/': () => ['default'] });
  await renderAt('/user/edit/3', form(user));
  const github = await screen.findByDisplayValue<HTMLInputElement>('ann-on-github');
  expect(github.disabled).toBe(true);
  const others = screen.getByText(text('users.form.notLinked')).parentElement;
  expect(others?.textContent).toContain('Telegram');
  expect(others?.textContent).not.toContain('GitHub');
  const fields = screen.getAllByRole<HTMLInputElement>('textbox');
  expect(fields.filter(({ disabled }) => disabled)).toEqual([github]);
});
