import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { AuditPage } from './page.tsx';

const entry = {
  id: 7,
  created_at: 1_790_000_000,
  actor_id: 1,
  actor_name: 'root',
  actor_role: 100,
  ip: '192.0.2.1',
  credential: 'session',
  action: 'updateChannel',
  subject: 'channel',
  object_id: '3',
  object_name: 'main',
  reason: '',
  changes: [{ field: 'priority', from: '0', to: '10' }],
  request_id: 'r1',
};

test('the entry in the URL is open, with each field before and after', async () => {
  fakeServer({
    'GET /api/audit/': () => ({ items: [entry], page: 1, page_size: 50, total: 1 }),
  });
  await renderAt('/audit?id=7', AuditPage);
  expect(await screen.findByRole('cell', { name: 'priority' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '10' })).toBeTruthy();
});

test('amounts are money and times are times, in the row and in the details; other numbers stay as recorded', async () => {
  const changes = [
    { field: 'quota', from: '500000', to: '1000000', is_quota: true },
    { field: 'expires_at', to: '1790000000' },
    { field: 'count', to: '500000' },
  ];
  const redemption = { ...entry, action: 'updateRedemption', subject: 'redemption', changes };
  const option = {
    ...entry,
    id: 8,
    subject: 'option',
    changes: [{ field: 'PayoutMinimum', from: '2500000', to: '500000', is_quota: true }],
  };
  fakeServer({ 'GET /api/audit/': () => page([redemption, option]) });
  await renderAt('/audit?id=7', AuditPage);
  expect((await screen.findByText('PayoutMinimum')).closest('td')?.textContent).toBe(
    'PayoutMinimum $5.00 → $1.00',
  );
  expect(screen.getAllByText('quota')[0]?.closest('td')?.textContent).toBe('quota $1.00 → $2.00+2');
  const cells = (name: string) =>
    screen.getByRole('cell', { name }).closest('tr')?.textContent?.slice(name.length);
  expect(cells('quota')).toBe('$1.00$2.00');
  expect(cells('count')).toBe('–500000');
  expect(cells('expires_at')).not.toContain('1790000000');
});

test('a link from a user shows what was done to them, and an action filter narrows it down', async () => {
  const server = fakeServer({
    'GET /api/audit/': () => ({ items: [entry], page: 1, page_size: 50, total: 1 }),
  });
  await renderAt('/audit?subject=user&object_id=3&range=1y', AuditPage);
  const lastRequest = () =>
    server.requests.filter(({ route }) => route === 'GET /api/audit/').at(-1);
  await waitFor(() =>
    expect(lastRequest()?.query).toMatchObject({ subject: 'user', object_id: '3' }),
  );
  fireEvent.click(await screen.findByRole('combobox', { name: text('audit.action') }));
  fireEvent.click(await screen.findByRole('option', { name: text('audit.actions.updateUser') }));
  await waitFor(() =>
    expect(lastRequest()?.query).toMatchObject({ object_id: '3', action: 'updateUser' }),
  );
});

test('the export applies the same filter, as JSON lines', async () => {
  const server = fakeServer({
    'GET /api/audit/': () => ({ items: [entry], page: 1, page_size: 50, total: 1 }),
    'GET /api/audit/export.ndjson': () => new Response('{"id":7}\n'),
  });
  await renderAt('/audit?actor=root', AuditPage);
  fireEvent.click(await screen.findByRole('button', { name: text('audit.export') }));
  fireEvent.click(await screen.findByRole('menuitem', { name: text('audit.exportLines') }));
  await waitFor(() => {
    const [exportRequest] = server.requests.filter(({ route }) => route.endsWith('export.ndjson'));
    expect(exportRequest?.query).toMatchObject({ actor: 'root' });
  });
});
