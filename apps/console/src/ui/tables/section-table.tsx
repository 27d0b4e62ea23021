import { useMemo } from 'react';
import type { Column } from './column.ts';
import { PagedTable, type PagedTableProps } from './paged-table.tsx';
import { toTableView, useTablePreferences } from './use-table-preferences.ts';

/** The current page of a short table. */
export interface TablePage {
  p: number;
  page_size: number;
}

interface SectionTableProps<Row> extends Pick<
  PagedTableProps<Row>,
  'label' | 'list' | 'empty' | 'skeletonRows' | 'clearFilters' | 'open' | 'activeId'
> {
  /** The name under which the user's preferences for the table are stored. */
  name: string;
  columns: readonly Column<Row>[];
  page: TablePage;
  setPage: (page: TablePage) => void;
  pageSizes?: readonly number[];
}

/** A short table in a section or drawer: its page is not in the URL, and rows can't be selected. */
export function SectionTable<Row extends { id: number }>(props: SectionTableProps<Row>) {
  const { name, columns, page, setPage, pageSizes = [5, 10, 50], ...table } = props;
  const preferences = useTablePreferences(name);
  const view = useMemo(() => toTableView(preferences, columns), [preferences, columns]);
  return (
    <PagedTable
      {...table}
      view={view}
      query={page}
      setQuery={(changes) => setPage({ ...page, ...changes })}
      pageSizes={pageSizes}
      pagerStyle="ends"
      rowId={({ id }) => id}
    />
  );
}
