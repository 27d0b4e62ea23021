import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { resizeWindow } from '../../../test-support/resize-window.ts';
import { text } from '../../../test-support/text.ts';
import { OwnBalanceChanges } from './own-balance-changes.tsx';

const LIST = 'GET /api/user/self/balance_changes';
const DAYS = 'GET /api/user/self/balance_days';

test('the kind of changes is filtered on the server and kept in the URL, and an empty result keeps its filters', async () => {
  const change = { id: 1, created_at: 1, amount: 5, balance_after: 5, reference: '', reason: '' };
  const server = fakeServer({
    [LIST]: ({ query }) => page(query.kind === 'rebate' ? [] : [{ ...change, kind: 'topup' }]),
  });
  const { router } = await renderAt('/topup?period=year&changes=each', () => <OwnBalanceChanges />);
  fireEvent.click(
    await screen.findByRole('combobox', { name: text('wallet.changes.columns.kind') }),
  );
  fireEvent.click(await screen.findByRole('option', { name: text('wallet.changes.kinds.rebate') }));
  expect(await screen.findByText(text('ui.table.noResults'))).toBeTruthy();
  expect(server.lastQueryOf(LIST)).toMatchObject({ kind: 'rebate', p: '1' });
  expect(router.state.location.search).toMatchObject({ kind: 'rebate', period: 'year' });
  fireEvent.click(screen.getByRole('button', { name: text('ui.table.clearFilters') }));
  await waitFor(() => expect(server.lastQueryOf(LIST)?.kind ?? '').toBe(''));
});

test('the days of the current month with their total are shown first, and an earlier month is one step away', async () => {
  const day = (start: number, amount: number, balance_after: number) => ({
    start,
    balance_after,
    changes: [{ kind: 'usage', amount }],
  });
  const server = fakeServer({
    [LIST]: () => page([{ id: 1 }]),
    [DAYS]: ({ query }) => ({
      month: query.month ?? '',
      time_zone: 'UTC',
      opening: 0,
      has_earlier: query.month === undefined,
      items: query.month === undefined ? [day(172_800, -500_000, 0), day(86_400, -250_000, 0)] : [],
    }),
  });
  const { router } = await renderAt('/topup', () => <OwnBalanceChanges />);
  const total = await screen.findByText(text('wallet.changes.total'));
  expect(total.closest('tr')?.textContent).toContain('−$1.50');
  fireEvent.click(screen.getByRole('button', { name: text('wallet.changes.earlier') }));
  expect(await screen.findByText(text('wallet.changes.emptyMonth'))).toBeTruthy();
  expect(server.lastQueryOf(DAYS)?.month).toMatch(/^\d{4}-\d{2}$/);
  expect(router.state.location.search).toHaveProperty('month');
  const earlier = screen.getByRole<HTMLButtonElement>('button', {
    name: text('wallet.changes.earlier'),
  });
  expect(earlier.disabled).toBe(true);
});

test('on a phone the total and the last week are shown, and the earlier days on demand', async () => {
  resizeWindow(390);
  const days = Array.from({ length: 20 }, (_, index) => ({
    start: (20 - index) * 86_400,
    balance_after: 0,
    changes: [{ kind: 'usage', amount: -500_000 }],
  }));
  fakeServer({
    [DAYS]: () => ({ month: '', time_zone: 'UTC', opening: 0, has_earlier: false, items: days }),
  });
  await renderAt('/topup', () => <OwnBalanceChanges />);
  const more = await screen.findByRole('button', {
    name: text('wallet.changes.moreDays', { count: 13 }),
  });
  expect(screen.getAllByText('−$1.00')).toHaveLength(7);
  fireEvent.click(more);
  expect(screen.getAllByText('−$1.00')).toHaveLength(20);
});
