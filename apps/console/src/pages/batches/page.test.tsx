import { fireEvent, screen, within } from '@testing-library/react';
import type { BatchTask } from '@tollgate/contract';
import { beforeEach, expect, test } from 'vitest';
import { failure, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { BatchesPage } from './page.tsx';

const BATCH: BatchTask = {
  id: 4,
  created_at: 1_700_000_000,
  ended_at: 1_700_003_600,
  user_id: 9,
  username: '',
  is_team: false,
  channel_id: 0,
  channel_name: '',
  batch_id: 'batch_abc',
  model_name: 'gpt-4.1',
  endpoint: '/v1/chat/completions',
  status: 'expired',
  total: 120,
  completed: 80,
  failed: 4,
  progress: '70%',
  fail_reason: 'not done within a day',
  hold: 0,
  quota: 250_000,
};
const totals = { requests: 120, failed: 4, held: 0, quota: 250_000 };

beforeEach(() => localStorage.clear());

async function open(role: number, list: () => unknown) {
  storeUser({ id: 9, role, token: 't' } as StoredUser);
  const server = fakeServer({ 'GET /api/batch/': list, 'GET /api/batch/self': list });
  await renderAt('/batch', BatchesPage);
  return server;
}
const requestedRoutes = (server: Awaited<ReturnType<typeof open>>) =>
  server.requests.flatMap(({ route }) => (route.includes('/api/batch/') ? [route] : []));

test('users see their own batches, and in the drawer why one ended', async () => {
  const server = await open(1, () => ({ ...page([BATCH]), totals }));
  fireEvent.click(await screen.findByText('gpt-4.1'));
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByText('not done within a day')).toBeTruthy();
  expect(
    within(drawer).getByText(text('tasks.batch.counts', { completed: 80, failed: 4, total: 120 })),
  ).toBeTruthy();
  expect(new Set(requestedRoutes(server))).toEqual(new Set(['GET /api/batch/self']));
});

const NAMED = { ...BATCH, username: 'ann', channel_id: 7, channel_name: 'OpenAI main' };

test('an administrator sees the owner and the channel name of each batch, with links to both', async () => {
  const server = await open(10, () => ({ ...page([NAMED]), totals }));
  const row = (await screen.findByText('gpt-4.1')).closest('tr');
  for (const name of ['ann', 'OpenAI main']) expect(row?.textContent).toContain(name);
  fireEvent.click(await screen.findByText('gpt-4.1'));
  const drawer = await screen.findByRole('dialog');
  const hrefOf = (name: string) => within(drawer).getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('#7 OpenAI main')).toBe('/channel/edit/7');
  expect(hrefOf('ann')).toMatch(/^\/user\?user="?9/);
  expect(new Set(requestedRoutes(server))).toEqual(new Set(['GET /api/batch/']));
});

test('without batches the page says how to create one; a list that failed can be retried', async () => {
  const server = await open(1, () => failure(400, 'no such luck'));
  await screen.findByText('no such luck');
  server.serve('GET /api/batch/self', () => ({ ...page([]), totals }));
  fireEvent.click(screen.getByRole('button', { name: text('ui.retry') }));
  await screen.findByText(text('tasks.batch.empty.title'));
  expect(screen.queryByText(text('tasks.batch.sums.failed'))).toBeNull();
});
