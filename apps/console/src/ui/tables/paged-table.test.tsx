import { fireEvent, screen, waitFor } from '@testing-library/react';
import { pageNumber, pageSize } from '@tollgate/contract';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { calls } from 'virtual:calls';
import { failure, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { connection } from '../../api/connection.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useUrlState } from '../hooks/use-url-state.ts';
import { BatchBar } from './batch-bar.tsx';
import { PagedTable } from './paged-table.tsx';
import { toTableView, useTablePreferences } from './use-table-preferences.ts';

const listQuery = z.object({ p: pageNumber, page_size: pageSize });
const columns = [{ key: 'name', header: 'Name', render: ({ name }: { name: string }) => name }];

function ListPage() {
  const table = useTablePreferences('test');
  const [query, setQuery] = useUrlState(listQuery);
  const list = useEndpoint(calls.listUsers, { query: { p: query.p } }) as never;
  return (
    <PagedTable<{ id: number; name: string }>
      label="rows"
      view={toTableView(table, columns)}
      list={list}
      query={query}
      setQuery={setQuery}
      rowId={({ id }) => id}
      empty={null}
    />
  );
}

test.each([
  [
    'keeps its rows and says why while the gateway is away',
    () => Promise.reject(new TypeError('refused')),
    true,
  ],
  [
    'shows no rows where the server refuses the question',
    () => failure(400, 'no such page'),
    false,
  ],
])('a list whose next page fails to load %s', async (_what, second, keeps) => {
  const missed = vi.spyOn(connection, 'recordFailure').mockImplementation(() => {});
  onTestFinished(() => missed.mockRestore());
  fakeServer({
    'GET /api/user/': ({ query: { p } }) =>
      p === '1' ? page([{ id: 1, name: 'first' }], 30) : second(),
  });
  await renderAt('/user', ListPage);
  await screen.findByText('first');
  fireEvent.click(screen.getByRole('button', { name: text('ui.pager.page', { page: 2 }) }));
  await screen.findByRole('button', { name: text('ui.retry') });
  await waitFor(() => expect(screen.queryAllByText('first')).toHaveLength(keeps ? 1 : 0));
});

test('a list of one page shows its total, but no links to other pages and no page sizes', async () => {
  fakeServer({ 'GET /api/user/': () => page([{ id: 1, name: 'first' }]) });
  await renderAt('/user', ListPage);
  await screen.findByText(text('ui.pager.total', { total: '1' }));
  expect(screen.queryByRole('button', { name: text('ui.pager.next') })).toBeNull();
  expect(screen.queryByRole('combobox', { name: text('ui.pager.size') })).toBeNull();
});

test('actions on selected rows are disabled until all matching rows are fetched', async () => {
  const found = Promise.withResolvers<number[]>();
  function Bar() {
    const [ids, change] = useState<ReadonlySet<number>>(new Set([1]));
    return (
      <BatchBar selection={{ ids, change, total: 3, findAll: () => found.promise }} pageIds={[1]}>
        <button type="button">{`Delete ${ids.size}`}</button>
      </BatchBar>
    );
  }
  await renderAt('/user', Bar);
  const button = (name: string) => screen.getByRole('button', { name });
  const isDisabled = (name: string) => button(name).closest('fieldset')?.disabled;
  fireEvent.click(button(text('ui.table.selectAllMatching', { total: '3' })));
  await waitFor(() => expect(isDisabled('Delete 1')).toBe(true));
  expect(isDisabled(text('ui.table.clearSelection'))).toBe(true);
  found.resolve([1, 2, 3]);
  await waitFor(() => expect(isDisabled('Delete 3')).toBe(false));
});
