import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Token } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { sampleApiKey } from '../../../test-support/sample-api-key.ts';
import { text } from '../../../test-support/text.ts';
import { ApiKeyForm } from './form.tsx';

async function openForm(apiKey: Token | undefined) {
  const server = fakeServer({
    'GET /api/user/self/groups': () => ({}),
    'GET /api/user/models': () => [],
  });
  const none = () => {};
  await renderAt('/token', () => <ApiKeyForm apiKey={apiKey} close={none} created={none} />);
  await screen.findByRole('dialog');
  return server;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(text(label)), { target: { value } });
const press = (label: string) => fireEvent.click(screen.getByRole('button', { name: text(label) }));

test('editing a key sends only what was changed: not the seconds of its expiry, a list of models that is off or a quota below zero', async () => {
  const server = await openForm(
    sampleApiKey({
      expired_time: 4_000_000_037,
      model_limits: 'gpt-4o',
      model_limits_enabled: false,
      remain_quota: -50,
    }),
  );
  type('tokens.form.name', 'desk');
  press('tokens.form.submit');
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/token/')).toEqual([
      { id: 3, remain_quota_before: -50, name: 'desk' },
    ]),
  );
});

test('a key cannot be created to expire in the past: the field says so and has the focus', async () => {
  const server = await openForm(undefined);
  type('tokens.form.name', 'desk');
  type('tokens.form.expires', '2001-02-03 04:05');
  press('tokens.form.make');
  await screen.findByText(text('tokens.form.expiresPast'));
  expect(document.activeElement).toBe(screen.getByLabelText(text('tokens.form.expires')));
  expect(server.bodiesOf('POST /api/token/')).toEqual([]);
  type('tokens.form.expires', '');
  press('tokens.form.make');
  await waitFor(() => expect(server.bodiesOf('POST /api/token/')).toHaveLength(1));
});

test('a key that has expired can be renamed', async () => {
  const server = await openForm(sampleApiKey({ expired_time: 1_000_000_000 }));
  type('tokens.form.name', 'desk');
  press('tokens.form.submit');
  await waitFor(() => expect(server.bodiesOf('PUT /api/token/')).toHaveLength(1));
  expect(screen.queryByText(text('tokens.form.expiresPast'))).toBeNull();
});
