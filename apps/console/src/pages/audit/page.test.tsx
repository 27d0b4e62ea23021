// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
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

test('the entry that the address names is open, with each field before and after', async () => {
  fakeServer({
    'GET /api/audit/': () => ({ items: [entry], page: 1, page_size: 50, total: 1 }),
  });
  await renderAt('/audit?id=7', AuditPage);
  expect(await screen.findByRole('cell', { name: 'priority' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: '10' })).toBeTruthy();
});
