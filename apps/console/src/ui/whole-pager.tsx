import { stepsUpTo } from './page-numbers.ts';
import { Pager } from './pager.tsx';
import type { useTablePreferences } from './use-table-preferences.ts';

export interface WholePagerProps {
  list: { total: number; total_is_exact?: boolean | undefined } | undefined;
  query: { p: number; page_size: number };
  setQuery: (changes: { p?: number; page_size?: number }) => void;
  table: Pick<ReturnType<typeof useTablePreferences>, 'set'>;
  /** Rows in all, where more came than the list says. */
  total?: number;
}

/** The pager of a list that may be shown as a whole; nothing while it is empty. Remembers the size. */
export function WholePager(props: WholePagerProps) {
  const { list, query, setQuery, table, total = list?.total ?? 0 } = props;
  if (total === 0) return null;
  return (
    <Pager
      style="ends"
      page={query.p}
      pageSize={query.page_size}
      total={total}
      totalIsExact={list?.total_is_exact}
      pageSizes={stepsUpTo(total)}
      change={(changes) => {
        if (changes.page_size) table.set({ pageSize: changes.page_size });
        setQuery(changes);
      }}
    />
  );
}
