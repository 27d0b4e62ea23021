import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { MonthCard } from './month-card.tsx';

const REPORT = 'GET /api/data/self/report';
const USD = 500_000;

const day = (spend: number) => ({ spend });
const serve = () =>
  fakeServer({
    [REPORT]: () => ({
      read_at: 2,
      edges: [0, 1, 2],
      totals: day(3 * USD),
      pieces: [day(USD), day(2 * USD)],
      before_pieces: [],
    }),
    'GET /api/data/self/forecast': () => ({
      balance: 9 * USD,
      spend_per_day: USD,
      days_left: 9,
      empty_at: 0,
      history: [],
    }),
  });

test('the wallet shows the spend since the first of the month, day by day', async () => {
  const server = serve();
  await renderAt('/topup', () => <MonthCard />);
  expect((await screen.findByText('$3.00')).textContent).toBe('$3.00');
  const query = server.lastQueryOf(REPORT);
  const start = new Date(Number(query?.['start']) * 1000);
  expect([start.getDate(), start.getHours(), query?.['piece']]).toEqual([1, 0, 'day']);
  expect(document.querySelector('svg.sparkline')).not.toBeNull();
});

test('a wallet left open into a new month shows that month', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(new Date(2026, 10, 30, 23, 59, 59));
  const server = serve();
  await renderAt('/topup', () => <MonthCard />);
  await screen.findByText(text('wallet.month', { month: 'November' }));
  act(() => void vi.advanceTimersByTime(2000));
  await screen.findByText(text('wallet.month', { month: 'December' }));
  const start = new Date(2026, 11, 1).getTime() / 1000;
  await waitFor(() => expect(server.lastQueryOf(REPORT)?.['start']).toBe(String(start)));
});

test('if the dashboard is disabled, the month is hidden and not fetched', async () => {
  localStorage.setItem('enable_data_export', 'false');
  const server = serve();
  await renderAt('/topup', () => <MonthCard />);
  expect(document.querySelector('.figure-card')).toBeNull();
  expect(server.requests.some(({ route }) => route === REPORT)).toBe(false);
});
