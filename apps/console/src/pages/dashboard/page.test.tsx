import type { BalanceForecast, UsageFigures, UsageReport } from '@tollgate/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { resizeWindow } from '../../../test-support/resize-window.ts';
import { text } from '../../../test-support/text.ts';
import { DashboardPage } from './page.tsx';

const figures = (fields: Partial<UsageFigures> = {}): UsageFigures => ({
  spend: 0,
  refunded: 0,
  calls: 0,
  failed: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  first_token_p50: null,
  first_token_p95: null,
  total_p50: null,
  total_p95: null,
  ...fields,
});
const START = 1_795_000_000 - (1_795_000_000 % 86_400);
const DOLLAR = 500_000;

const report = (fields: Partial<UsageReport> = {}): UsageReport => ({
  piece: 'day',
  time_zone: 'UTC',
  read_at: START + 2 * 86_400,
  edges: [START, START + 86_400, START + 2 * 86_400],
  totals: figures({ spend: 3 * DOLLAR, calls: 200, failed: 3, first_token_p50: 412 }),
  before: figures({ spend: 2 * DOLLAR, calls: 100, failed: 0 }),
  pieces: [figures({ spend: DOLLAR, calls: 50 }), figures({ spend: 2 * DOLLAR, calls: 150 })],
  before_values: [2 * DOLLAR, 0],
  before_pieces: [figures({ spend: 2 * DOLLAR }), figures()],
  revenue: { total: 5 * DOLLAR, before: null, values: [5 * DOLLAR, 0], before_values: [] },
  by: 'model',
  count: 12,
  counts: { model: 12, channel: 3, user: 4, key: 5, group: 1 },
  rows: [
    {
      key: 'gpt-5',
      name: 'gpt-5',
      owner: '',
      is_team: false,
      figures: figures({ spend: 2 * DOLLAR, calls: 120, failed: 3 }),
      before: figures({ spend: 2 * DOLLAR }),
      values: [0, 2 * DOLLAR],
    },
  ],
  other: figures({ spend: DOLLAR, calls: 80 }),
  other_values: [DOLLAR, 0],
  ...fields,
});

const REPORT = 'GET /api/data/report';
const OWN = 'GET /api/data/self/report';
const attention = {
  kind: 'models_unpriced',
  severity: 'warn',
  count: 2,
  names: ['new-a', 'new-b'],
  id: 0,
  cause: '',
  at: 0,
  calls: 7,
  balance: null,
};
const forecast: BalanceForecast = {
  balance: DOLLAR,
  spend_per_day: null,
  days_left: null,
  empty_at: null,
  history: [],
};

function serve(role: 1 | 100, own = forecast) {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'me', role, status: 1 }));
  return fakeServer({
    'GET /api/status': () => ({
      quota_per_unit: DOLLAR,
      display_in_currency: true,
      data_export_default_time: 'day',
      data_export_interval: 5,
    }),
    [REPORT]: () => report(),
    [OWN]: () => report({ revenue: null }),
    'GET /api/data/now': () => ({ rpm: 148, tpm: 341_000, values: [1, 2] }),
    'GET /api/system/attention': () => [attention],
    'GET /api/data/self/forecast': () => own,
    'GET /api/log/self': () => ({ items: [], page: 1, page_size: 20, total: 0 }),
    'GET /api/token/search': () => ({ items: [], page: 1, page_size: 100, total: 0 }),
  });
}

beforeEach(() => localStorage.clear());

test('an operator sees revenue, net spend, calls, errors, latency and the current rate, each with its change', async () => {
  serve(100);
  await renderAt('/detail', DashboardPage);
  const card = (name: string) => screen.findByRole('region', { name: text(name) });
  expect((await card('dashboard.figures.revenue')).textContent).toContain('$5.00');
  expect((await card('dashboard.figures.spend')).textContent).toMatch(/\+50\.0%.*\$3\.00/);
  expect((await card('dashboard.figures.errors')).textContent).toMatch(
    /\+1\.50 pt.*1\.50%.*3 failed/,
  );
  expect((await card('dashboard.figures.firstToken')).textContent).toContain('412 ms');
  await waitFor(async () =>
    expect((await card('dashboard.figures.now')).textContent).toContain('148'),
  );
});

test('before the first call an operator sees how to start, not an empty chart and table', async () => {
  const nothing = { totals: figures(), before: figures(), count: 0, rows: [], other: figures() };
  serve(100).serve(REPORT, () => report({ ...nothing, other_values: [] }));
  const { router } = await renderAt('/detail', DashboardPage);
  const begin = await screen.findByRole('button', { name: text('dashboard.empty.action') });
  expect(screen.queryByRole('group', { name: text('dashboard.breakdown') })).toBeNull();
  expect(screen.queryByRole('button', { name: text('dashboard.asTable') })).toBeNull();
  fireEvent.click(begin);
  await waitFor(() => expect(router.state.location.pathname).toBe('/token'));
});

test.each([
  ['nothing', []],
  ['what needs attention and nothing else', [attention]],
])('before the first call the onboarding list has %s below it', async (_what, items) => {
  const nothing = { totals: figures(), before: figures(), count: 0, rows: [], other: figures() };
  const open = { done: false, failed: null, count: 0, name: '' };
  const steps = ['channel', 'call'].map((step) => ({ step, ...open }));
  const server = serve(100);
  server.serve(REPORT, () => report({ ...nothing, other_values: [] }));
  server.serve('GET /api/user/onboarding', () => steps);
  server.serve('GET /api/system/attention', () => items);
  await renderAt('/detail', DashboardPage);
  await screen.findByRole('region', { name: text('onboarding.site.title') });
  await waitFor(() => expect(document.querySelector('.mantine-Skeleton-root')).toBeNull());
  expect(screen.queryByRole('region', { name: text('dashboard.figures.errors') })).toBeNull();
  expect(screen.queryByRole('button', { name: text('dashboard.empty.action') })).toBeNull();
  expect(screen.queryByRole('button', { name: text('dashboard.export') })).toBeNull();
  const shown = screen.queryByRole('region', { name: text('dashboard.attention.title') });
  expect(shown === null).toBe(items.length === 0);
});

test('a revenue of millions is set smaller to fit its card', async () => {
  const total = 1_234_567 * DOLLAR;
  const revenue = { total, before: null, values: [total, 0], before_values: [] };
  serve(100).serve(REPORT, () => report({ revenue }));
  await renderAt('/detail', DashboardPage);
  const card = await screen.findByRole('region', { name: text('dashboard.figures.revenue') });
  expect(card.querySelector('[data-long]')?.textContent).toBe('$1,234,567.00');
  const calls = screen.getByRole('region', { name: text('dashboard.figures.calls') });
  expect(calls.querySelector('[data-long]')).toBeNull();
});

test('a sparkline of zeros is gray, never red', async () => {
  const well = { totals: figures({ calls: 5 }), pieces: [figures({ calls: 2 }), figures()] };
  serve(100).serve(REPORT, () => report(well));
  await renderAt('/detail', DashboardPage);
  const card = await screen.findByRole('region', { name: text('dashboard.figures.errors') });
  expect(card.querySelector('svg')?.dataset['tone']).toBe('flat');
});

test('an attention item names the objects and links to the page that fixes it', async () => {
  serve(100);
  await renderAt('/detail', DashboardPage);
  expect(await screen.findByText('2 models in use have no price')).toBeDefined();
  expect(screen.getByText('new-a, new-b · 7 calls refused in 24 h')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Set prices' });
  expect(link.getAttribute('href')).toContain('/prices');
});

test('the breakdown shows the rest and the total, and switching the dimension takes one click and is kept in the URL', async () => {
  const server = serve(100);
  const { router } = await renderAt('/detail?range=7d', DashboardPage);
  const row = await screen.findByRole('row', { name: /Other \(11\)/ });
  expect(row.textContent).toContain('$1.00');
  expect(screen.getByRole('row', { name: /All 12 models/ }).textContent).toContain('$3.00');
  fireEvent.click(screen.getByRole('button', { name: 'User 4' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ range: '7d', by: 'user' }));
  await waitFor(() =>
    expect(server.requests.filter(({ route }) => route === REPORT).at(-1)?.query['by']).toBe(
      'user',
    ),
  );
});

test('the breakdown counts the values of each dimension, and a hidden column stays hidden on the next visit', async () => {
  serve(100);
  await renderAt('/detail', DashboardPage);
  const breakdown = await screen.findByRole('group', { name: text('dashboard.breakdown') });
  const tabs = within(breakdown)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(tabs).toEqual(['Model12', 'Channel3', 'User4', 'Key5', 'Group1']);
  const header = () => screen.queryByRole('columnheader', { name: 'Tokens in' });
  expect(header()).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: text('ui.table.view') }));
  fireEvent.click(await screen.findByRole('switch', { name: 'Tokens in' }));
  expect(header()).toBeNull();
  cleanup();
  await renderAt('/detail', DashboardPage);
  await screen.findByRole('columnheader', { name: 'Tokens out' });
  expect(header()).toBeNull();
});

test('on a phone, the card of a model that was called once says so in the singular', async () => {
  resizeWindow(390);
  const rows = report().rows.map((row) => ({ ...row, figures: figures({ calls: 1 }) }));
  serve(100).serve(REPORT, () => report({ rows }));
  await renderAt('/detail', DashboardPage);
  await screen.findByText(/^1 call · /);
});

test('the table view has a total per row, the previous period and the sum of each column', async () => {
  serve(100);
  await renderAt('/detail?view=table', DashboardPage);
  const table = await screen.findByRole('region', { name: 'Spend by model over time' });
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
  expect(cells.slice(1)).toEqual([
    ['$2.00', '$0.00', '$2.00', '$0.00'],
    ['$1.00', '$2.00', '$0.00', '$1.00'],
    ['$3.00', '$2.00', '$2.00', '$1.00'],
  ]);
});

test('a user sees neither revenue nor others, and no forecast before three days of calls', async () => {
  const server = serve(1);
  await renderAt('/detail', DashboardPage);
  expect(await screen.findAllByText(text('dashboard.forecast.tooFew'))).toHaveLength(2);
  expect(screen.queryByRole('region', { name: text('dashboard.figures.revenue') })).toBeNull();
  expect(server.requests.some(({ route }) => route === REPORT)).toBe(false);
});

test('a user sees how long the balance lasts, in amber below three days', async () => {
  serve(1, { ...forecast, spend_per_day: 250_000, days_left: 2, empty_at: START });
  await renderAt('/detail', DashboardPage);
  const lasts = await screen.findByText('Lasts about 2 days at $0.50 a day');
  expect(lasts.getAttribute('style')).toContain('--warn');
});

test.each([
  [
    'which day the balance will be used up, and that calls stop then',
    DOLLAR,
    /Calls stop at \$0\.00\.$/,
  ],
  ['that calls are refused without a balance', 0, text('dashboard.forecast.refused')],
])('a user is told %s', async (_what, balance, words) => {
  serve(1, { ...forecast, balance, spend_per_day: 250_000, days_left: 2, empty_at: START });
  await renderAt('/detail', DashboardPage);
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});

test('figures wait until it is known whether the onboarding list is above them, so that nothing shifts', async () => {
  const server = serve(1);
  const steps = Promise.withResolvers<unknown>();
  server.serve('GET /api/user/onboarding', () => steps.promise);
  await renderAt('/detail', DashboardPage);
  await waitFor(() => expect(server.bodiesOf(OWN)).toHaveLength(1));
  expect(screen.queryByText('$3.00')).toBeNull();
  steps.resolve([{ step: 'call', done: false, failed: null, count: 0, name: '' }]);
  await screen.findByRole('region', { name: text('onboarding.own.title') });
  expect((await screen.findAllByText('$3.00')).length).toBeGreaterThan(0);
});

test('when every call fails the page offers a retry and does not retry endlessly by itself', async () => {
  const server = serve(1);
  server.serve('GET /api/user/onboarding', () => failure(500, 'down'));
  server.serve(OWN, () => failure(500, 'down'));
  await renderAt('/detail', DashboardPage);
  await screen.findByRole('button', { name: text('ui.retry') });
  await waitFor(() => expect(screen.queryByRole('status', { busy: true })).toBeNull());
  expect(server.bodiesOf('GET /api/user/onboarding').length).toBeLessThan(4);
});
