import type { UseQueryResult } from '@tanstack/react-query';
import { PagedTable, type PagedTableProps } from '../../ui/tables/paged-table.tsx';

/** A page that holds everything. */
const WHOLE = { p: 1, page_size: 1000 };

type OfThePage = 'list' | 'query' | 'setQuery' | 'pageSizes';

/** A table of a list that is fetched whole. */
export function WholeTable<Row>({
  list: { data, error, isFetching, refetch },
  ...table
}: Omit<PagedTableProps<Row>, OfThePage> & { list: UseQueryResult<Row[]> }) {
  const page = data && { items: data, page: 1, total: data.length };
  return (
    <PagedTable
      {...table}
      list={{ data: page, error, isFetching, refetch: refetch as never }}
      query={WHOLE}
      setQuery={() => undefined}
      pageSizes={[]}
    />
  );
}
