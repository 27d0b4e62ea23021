// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { NotificationsPage } from './page.tsx';

const target = {
  id: 3,
  channel: 'telegram',
  name: 'Night watch',
  enabled: true,
  digest: 'none',
  language: 'en',
  settings: { chat_id: '7' },
  secrets: ['token'],
};

const overview = { email: 'a@example.test', targets: [target], subscriptions: [] };

test('a test of a target shows the answer of its provider word for word', async () => {
  fakeServer({
    'GET /api/notification/self/': () => overview,
    'POST /api/notification/self/target/3/test': () => ({ ok: false, answer: '403 bot blocked' }),
  });
  await renderAt('/notifications?view=targets', NotificationsPage);
  const buttons = await screen.findAllByRole('button', { name: /: Night watch$/ });
  fireEvent.click(buttons[0]);
  expect(await screen.findByText(/403 bot blocked/)).toBeTruthy();
});

test('a tick of an event saves only that subscription, and leaves its threshold alone', async () => {
  const server = fakeServer({ 'GET /api/notification/self/': () => overview });
  await renderAt('/notifications', NotificationsPage);
  const [first] = await screen.findAllByRole('checkbox', { name: 'Night watch' });
  fireEvent.click(first);
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/notification/self/subscriptions')).toEqual([
      {
        subscriptions: [{ target_id: 3, event: 'balance_low', enabled: true, threshold: null }],
      },
    ]),
  );
});
