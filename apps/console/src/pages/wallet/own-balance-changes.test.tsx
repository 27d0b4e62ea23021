// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { OwnBalanceChanges } from './own-balance-changes.tsx';

const LIST = 'GET /api/user/self/balance_changes';

test('changes of a kind are asked of the server, kept in the address, and an empty result keeps its filters', async () => {
  const change = { id: 1, created_at: 1, amount: 5, balance_after: 5, reference: '', reason: '' };
  const server = fakeServer({
    [LIST]: ({ query }) => page(query.kind === 'rebate' ? [] : [{ ...change, kind: 'topup' }]),
  });
  const { router } = await renderAt('/topup?period=year', () => <OwnBalanceChanges />);
  fireEvent.click(
    await screen.findByRole('combobox', { name: text('wallet.changes.columns.kind') }),
  );
  fireEvent.click(await screen.findByRole('option', { name: text('wallet.changes.kinds.rebate') }));
  expect(await screen.findByText(text('ui.table.noResults'))).toBeTruthy();
  expect(server.requests.at(-1)?.query).toMatchObject({ kind: 'rebate', p: '1' });
  expect(router.state.location.search).toMatchObject({ kind: 'rebate', period: 'year' });
  fireEvent.click(screen.getByRole('button', { name: text('ui.table.clearFilters') }));
  await waitFor(() => expect(server.requests.at(-1)?.query.kind ?? '').toBe(''));
});
