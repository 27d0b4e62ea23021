import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { SystemStatus } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { SystemPage } from './page.tsx';

const ROUTE = 'GET /api/system/status';
const STATUS: SystemStatus = {
  node: { id: 'node-1', started_at: 1, workers: 1, version: '1', database: 'sqlite' },
  journal: null,
  log_store: null,
  trouble: null,
  parts: [],
  nodes: [],
  jobs: [
    {
      name: 'check-batches',
      node: '',
      last_started_at: 20,
      last_finished_at: 21,
      last_error: 'the provider hung up',
      run_count: 3,
    },
  ],
  books: { checked_at: null, discrepancies: [], total: 0, rules: [] },
  channels: [],
};

async function open(role: number, status: () => unknown = () => STATUS) {
  storeUser({ id: 1, role, token: 't' } as StoredUser);
  const server = fakeServer({ [ROUTE]: status });
  await renderAt('/system', SystemPage);
  return server;
}

const databaseAway = () =>
  Response.json(
    { success: false, code: 'database_unavailable', message: 'try again later' },
    { status: 503, headers: { 'x-request-id': 'r1' } },
  );

test('while the database is away, the page says so and what to check, and no longer calls it OK or counts the journal', async () => {
  const part = { reason: null, state: 'ok' } as const;
  const parts: SystemStatus['parts'] = [
    { name: 'database', ...part },
    { name: 'disk', ...part },
  ];
  let isAway = false;
  const journal = { rows: 7, bytes: 0, oldest_at: null };
  await open(10, () => (isAway ? databaseAway() : { ...STATUS, parts, journal }));
  await screen.findByText('7');
  expect(await screen.findAllByText(text('system.health.states.ok'))).toHaveLength(2);
  isAway = true;
  fireEvent.click(screen.getByRole('button', { name: text('ui.refresh') }));
  await screen.findByText(text('system.health.reasons.database-away'));
  expect(screen.getByText(text('system.outdated'))).toBeTruthy();
  // It grows meanwhile.
  expect(screen.queryByText('7')).toBeNull();
  expect(screen.getByText(text('system.health.states.impaired'))).toBeTruthy();
  expect(screen.getAllByText(text('system.health.states.ok'))).toHaveLength(1);
});

test('without any status yet, a page whose database is away says what to check', async () => {
  await open(10, databaseAway);
  await screen.findByText(text('system.health.reasons.database-away'));
});

test('a failed job shows its own error message', async () => {
  await open(10);
  await screen.findByText('the provider hung up');
  expect(screen.getByText(text('system.jobs.failed'))).toBeTruthy();
});

test('of many jobs the failed ones come first, and most of the others are shown on request', async () => {
  const job = { node: '', last_started_at: 20, last_finished_at: 21, run_count: 1 };
  const fine = Array.from({ length: 12 }, (_, index) => ({
    ...job,
    name: `fine-${index}`,
    last_error: '',
  }));
  const failed = { ...job, name: 'broken', last_error: 'no answer' };
  await open(10, () => ({ ...STATUS, jobs: [...fine, failed] }));
  await screen.findByText('broken');
  const names = () => screen.getAllByText(/^(fine|broken)/).map((cell) => cell.textContent);
  expect(names()[0]).toBe('broken');
  expect(names()).toHaveLength(8);
  expect(screen.getByText(text('system.jobs.someFailed', { count: 1 }))).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: text('ui.table.showFurther', { count: 5 }) }));
  expect(names()).toHaveLength(13);
});

test('the reason why calls are refused is shown in an alert', async () => {
  await open(10, () => ({ ...STATUS, trouble: 'journal-full' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(text('system.trouble.title'));
});

test('SQLite has no journal, and the effect of an impaired component is told beside its state', async () => {
  await open(10, () => ({
    ...STATUS,
    parts: [
      { name: 'database', state: 'ok', reason: null },
      { name: 'disk', state: 'impaired', reason: 'disk-low' },
    ],
  }));
  await screen.findByText(text('system.health.states.impaired'));
  const components = screen.getByRole('region', { name: text('system.health.title') });
  expect(components.textContent).toContain(text('system.health.reasons.disk-low'));
  expect(screen.queryByRole('region', { name: text('system.journal.title') })).toBeNull();
  expect(screen.getByText(text('system.journal.none'))).toBeTruthy();
});

test('a failure to load is reported with a retry, which then succeeds', async () => {
  const server = await open(10, () => failure(400, 'no such luck'));
  await screen.findByText('no such luck');
  server.serve(ROUTE, () => STATUS);
  fireEvent.click(screen.getByRole('button', { name: text('ui.retry') }));
  await screen.findByText('node-1');
});

test.each([
  [100, 1],
  [10, 0],
])('role %i is offered the support bundle %i times', async (role, times) => {
  await open(role);
  await screen.findByText('node-1');
  await waitFor(() =>
    expect(screen.queryAllByRole('button', { name: text('system.supportBundle') })).toHaveLength(
      times,
    ),
  );
});

test('rows missing from the log store are shown, and that it was never refilled', async () => {
  const logStore = { waiting_rows: 0, waiting_seconds: 0, missing_rows: 4711 };
  await open(10, () => ({
    ...STATUS,
    log_store: { ...logStore, compared_at: 20, refilled_at: null },
  }));
  await screen.findByText('4,711');
  expect(screen.getByText(text('system.logStore.never'))).toBeTruthy();
});
