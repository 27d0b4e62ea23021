import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { FormFrame } from './form-frame.tsx';
import { PasswordField } from './password-field.tsx';

type Respond = (refused?: 'name' | 'note') => void;

/** The server: told how to respond to each attempt, with the field that it refuses, or none. */
const receive = vi.fn<(respond: Respond) => void>();
const respond: Respond = (refused) => receive.mock.lastCall?.[0](refused);

/** Two fields, the second like a password’s, checked from the last to the first, and a server that takes its time. */
function Page() {
  const [busy, setBusy] = useState(false);
  const required = (typed: string) => (typed === '' ? 'missing' : null);
  const form = useForm({
    initialValues: { name: '', note: '' },
    validate: { note: required, name: required },
  });
  const submit = form.onSubmit(() => {
    setBusy(true);
    receive((refused) => {
      if (refused) form.setFieldError(refused, 'taken');
      setBusy(false);
    });
  });
  return (
    <FormFrame submit={submit} submitLabel="Send" busy={busy} leave={vi.fn<() => void>()}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <PasswordField label="Note" {...form.getInputProps('note')} />
    </FormFrame>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send' }));

beforeEach(async () => {
  fakeServer();
  await renderAt('/form', Page);
});

test('a form that can’t be sent focuses its first field with an error, whichever was checked first', () => {
  send();
  expect(document.activeElement).toBe(field('Name'));
  type('Name', 'gift');
  fireEvent.keyDown(field('Name'), { key: 'Enter', ctrlKey: true });
  expect(document.activeElement).toBe(field('Note'));
});

test('a form that is being sent is not sent again by Ctrl+Enter, but can be once it was refused', async () => {
  type('Name', 'gift');
  type('Note', 'for a friend');
  const sendByKeys = () => fireEvent.keyDown(field('Note'), { key: 'Enter', ctrlKey: true });
  receive.mockClear();
  sendByKeys();
  await screen.findByRole('button', { name: 'Send' });
  sendByKeys();
  expect(receive).toHaveBeenCalledOnce();
  respond('note');
  await waitFor(() => expect(document.activeElement).toBe(field('Note')));
  type('Note', 'for friends');
  sendByKeys();
  expect(receive).toHaveBeenCalledTimes(2);
  respond();
});

test('a form that the server refuses focuses the refused field, and an accepted one leaves the focus', async () => {
  type('Name', 'gift');
  type('Note', 'for a friend');
  const button = screen.getByRole('button', { name: 'Send' });
  button.focus();
  send();
  expect(document.activeElement).toBe(button);
  respond('note');
  await waitFor(() => expect(document.activeElement).toBe(field('Note')));
  button.focus();
  type('Note', 'for friends');
  send();
  respond();
  await waitFor(() => expect(button.dataset.loading).toBeUndefined());
  expect(document.activeElement).toBe(button);
});
