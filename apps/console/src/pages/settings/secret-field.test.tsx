import { fireEvent, screen, waitFor } from '@testing-library/react';
import { findOption, type OptionDefinition } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { OptionField } from './option-field.tsx';
import { useOptionsForm } from './use-options-form.ts';

const option = findOption('SMTPToken') as OptionDefinition;
const label = text('options.SMTPToken');

function Field() {
  const form = useOptionsForm();
  return form.ready ? (
    <>
      <OptionField option={option} form={form} atOnce={false} sectionLocked={false} />
      <output>{form.isChanged(option) ? 'typed over' : 'as stored'}</output>
    </>
  ) : null;
}

async function open({ isSet, role = 100 }: { isSet: boolean; role?: number }) {
  storeUser({ id: 1, role, token: 't' } as StoredUser);
  let stored = isSet;
  const server = fakeServer({
    'GET /api/option/': () => [],
    'GET /api/option/secrets': () => (stored ? ['SMTPToken'] : []),
    'GET /api/option/secrets/details': () =>
      stored
        ? [{ key: 'SMTPToken', tail: 'a3f9', changed_at: 1_763_000_000, actor_name: 'root' }]
        : [],
    'DELETE /api/option/secrets/SMTPToken': () => {
      stored = false;
    },
  });
  await renderAt('/setting', Field);
  return server;
}
const action = (key: string) =>
  screen.findByRole('button', { name: `${text(`setting.secret.${key}`)}: ${label}` });

test('a set secret shows its last characters, who set it and when, and keeps its value until a new one is typed', async () => {
  await open({ isSet: true });
  expect((await screen.findByText(/a3f9$/)).textContent).toMatch(/•+a3f9$/);
  expect(screen.getByText(/by root/)).toBeDefined();
  fireEvent.click(await action('replace'));
  const input = screen.getByLabelText<HTMLInputElement>(label);
  expect(input.value).toBe('');
  fireEvent.change(input, { target: { value: 'new-one' } });
  await screen.findByText('typed over');
  fireEvent.click(screen.getByRole('button', { name: text('setting.secret.keep') }));
  await screen.findByText('as stored');
  expect(await action('replace')).toBeDefined();
});

test('a secret is cleared after confirmation, and is then not set', async () => {
  const server = await open({ isSet: true });
  fireEvent.click(await action('clear'));
  fireEvent.click(await screen.findByRole('button', { name: text('setting.secret.clear') }));
  await screen.findByText(text('setting.secret.unset'));
  await waitFor(() =>
    expect(server.requests.some(({ route }) => route.startsWith('DELETE'))).toBe(true),
  );
  fireEvent.click(await action('set'));
  expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('');
});

test("role 10 sees whether a secret of the super admin is set, but can't change it", async () => {
  await open({ isSet: true, role: 10 });
  await screen.findByText(/a3f9$/);
  // The only button copies the link.
  expect(screen.getAllByRole('button').map(({ dataset }) => dataset['tip'])).toEqual([
    text('setting.copyLink'),
  ]);
  expect(screen.getByText(text('setting.rootOnly'))).toBeDefined();
});
