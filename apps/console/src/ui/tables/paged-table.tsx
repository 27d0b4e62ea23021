import type { UseQueryResult } from '@tanstack/react-query';
import type { DataTableProps } from './column.ts';
import { BatchBar } from './batch-bar.tsx';
import { choosableIds } from './column.ts';
import { DataTable } from './data-table.tsx';
import { type PagerStyle, stepsUpTo } from './page-numbers.ts';
import { Pager } from './pager.tsx';
import { useLastPage } from './use-last-page.ts';
import type { TableView } from './use-table-preferences.ts';

interface Page<Row> {
  items: readonly Row[];
  page: number;
  total: number;
  total_is_exact?: boolean | undefined;
}

type OfTheList = 'beyondEnd' | 'columns' | 'compact' | 'rows' | 'error' | 'fetching' | 'retry';

export interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, OfTheList> {
  /** The query that fetches the page. */
  list: Pick<UseQueryResult<Page<Row>, Error>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** Rows to show instead of the page's own and their total, if newer rows have arrived. */
  newer?: { rows: readonly Row[] | undefined; total: number };
  /** The error to show, if the page has its own message. */
  error?: Error | null;
  view: TableView<Row>;
  query: { page_size: number };
  setQuery: (changes: { p?: number; page_size?: number }) => void;
  /** Defaults to steps of 10 up to the total. */
  pageSizes?: readonly number[];
  pagerStyle?: PagerStyle;
}

/** A table with server-side paging, and its pager. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { list, newer, error, view, query, setQuery, pageSizes, pagerStyle, ...table } = props;
  const data = useLastPage(list.data, list.error);
  const rows = (newer && list.data ? newer.rows : undefined) ?? data?.items;
  const total = (newer && list.data ? newer.total : undefined) ?? data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / query.page_size));
  const beyond = data !== undefined && data.items.length === 0 && total > 0 && data.page > pages;
  return (
    <>
      <DataTable
        {...table}
        columns={view.shown}
        compact={view.compact}
        rows={rows}
        error={error ?? list.error}
        fetching={list.isFetching}
        retry={() => void list.refetch()}
        {...(beyond
          ? { beyondEnd: { page: data.page, pages, goToLast: () => setQuery({ p: pages }) } }
          : {})}
      />
      {table.batch !== undefined && table.selection && table.selection.ids.size > 0 ? (
        <BatchBar selection={table.selection} pageIds={choosableIds({ ...table, rows })}>
          {table.batch}
        </BatchBar>
      ) : data && total > 0 ? (
        <Pager
          {...(pagerStyle ? { style: pagerStyle } : {})}
          page={data.page}
          pageSize={query.page_size}
          total={total}
          totalIsExact={data.total_is_exact}
          pageSizes={pageSizes ?? stepsUpTo(total)}
          change={(changes) => {
            if (changes.page_size) view.set({ pageSize: changes.page_size });
            setQuery(changes);
          }}
        />
      ) : null}
    </>
  );
}
