import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { loginProviderTable, type User } from '@tollgate/contract';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { AddUserForm } from './add-form.tsx';
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

const takenName = () => failure(409, 'taken already', 'username_taken');

/** Submits the form, and expects the refusal at the field, which is focused, and nowhere else. */
async function expectRefusalAt(field: HTMLElement, submit: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: submit }));
  const reason = await screen.findByText('taken already');
  expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(reason.id);
  await waitFor(() => expect(document.activeElement).toBe(field));
}

test('a taken name is refused at its field when a user is edited', async () => {
  fakeServer({ 'GET /api/group/': () => ['default'], 'PUT /api/user/': takenName });
  await renderAt('/user/edit/3', form(user));
  const [name] = await screen.findAllByDisplayValue('ann');
  fireEvent.change(name as HTMLElement, { target: { value: 'annie' } });
  await expectRefusalAt(name as HTMLElement, text('users.form.submit'));
});

test('a taken name is refused at its field when a user is added', async () => {
  fakeServer({ 'POST /api/user/': takenName });
  await renderAt('/user', () => <AddUserForm close={() => {}} />);
  const type = (label: string, value: string) => {
    const field = screen.getByLabelText(new RegExp(label), { selector: 'input' });
    fireEvent.change(field, { target: { value } });
    return field;
  };
  await screen.findByRole('dialog');
  const name = type(text('users.form.username'), 'ann');
  type(text('users.form.password'), 'password1');
  await expectRefusalAt(name, text('users.add'));
});

test('what somebody else has changed while a user is edited is not reverted', async () => {
  const server = fakeServer({
    'GET /api/group/': () => ['default', 'vip'],
    'PUT /api/user/': () => user,
  });
  function Refetching() {
    const [shown, setShown] = useState(user);
    return (
      <>
        <button type="button" onClick={() => setShown({ ...user, group: 'vip', quota: 900 })}>
          refetch
        </button>
        {form(shown)()}
      </>
    );
  }
  await renderAt('/user/edit/3', () => <Refetching />);
  const [name] = await screen.findAllByDisplayValue('ann');
  fireEvent.change(name as HTMLElement, { target: { value: 'annie' } });
  fireEvent.click(screen.getByText('refetch'));
  fireEvent.click(screen.getByRole('button', { name: text('users.form.submit') }));
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/user/')).toEqual([{ id: user.id, username: 'annie' }]),
  );
});
