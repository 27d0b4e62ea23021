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
  expect(await screen.findByRole('cell', { name: text('audit.fields.priority') })).toBeTruthy();
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
    object_id: '',
    object_name: 'RebateWaitDays, Retired',
    changes: [{ field: 'PayoutMinimum', from: '2500000', to: '500000', is_quota: true }],
  };
  fakeServer({ 'GET /api/audit/': () => page([redemption, option]) });
  await renderAt('/audit?id=7', AuditPage);
  const minimum = text('options.PayoutMinimum');
  expect((await screen.findByText(minimum)).closest('td')?.textContent).toBe(
    `${minimum} $5.00 → $1.00`,
  );
  const options = `${text('options.RebateWaitDays')}${text('ui.comma')}Retired`;
  expect(screen.getByText(`${text('audit.subjects.option')} ${options}`)).toBeTruthy();
  const quota = text('audit.fields.quota');
  expect(screen.getAllByText(quota)[0]?.closest('td')?.textContent).toBe(
    `${quota} $1.00 → $2.00+2`,
  );
  const cells = (name: string) =>
    screen.getByRole('cell', { name }).closest('tr')?.textContent?.slice(name.length);
  expect(cells(quota)).toBe('$1.00$2.00');
  expect(cells(text('audit.fields.count'))).toBe('–500000');
  expect(cells(text('audit.fields.expires_at'))).not.toContain('1790000000');
});

test('fields and coded values are named in words, by the kind of object where that differs', async () => {
  const changes = [
    { field: 'type', to: '14' },
    { field: 'status', from: '1', to: '3' },
    { field: 'auto_ban', from: '0', to: '1' },
    { field: ['setting', 'multi_key'].join('.'), to: 'random' },
    { field: 'model_mapping.gpt-4o', to: 'gpt-4o-2024' },
    { field: 'ids', to: '[3,4]' },
    { field: 'of_another_version', to: 'kept' },
  ];
  fakeServer({
    'GET /api/audit/': () => page([{ ...entry, changes }]),
    'GET /api/channel/types': () => [{ type: 14, label: 'Anthropic', label_key: '', fields: [] }],
  });
  await renderAt('/audit?id=7', AuditPage);
  await waitFor(() => expect(screen.getAllByText('Anthropic')).toHaveLength(2));
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  const words = (key: Parameters<typeof text>[0]) => text(key);
  expect(rows).toContain(`${words('audit.fields.type')}–Anthropic`);
  expect(rows).toContain(
    words('audit.fields.status') +
      words('audit.values.channel_status.1') +
      words('audit.values.channel_status.3'),
  );
  expect(rows).toContain(`${words('audit.fields.auto_ban')}${words('ui.no')}${words('ui.yes')}`);
  expect(rows).toContain(
    `${words('audit.fields.multi_key')}–${words('audit.values.multi_key.random')}`,
  );
  expect(rows).toContain(`${words('audit.fields.model_mapping')} · gpt-4o–gpt-4o-2024`);
  expect(rows).toContain(`${words('audit.fields.ids')}–3${words('ui.comma')}4`);
  expect(rows).toContain('of_another_version–kept');
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
