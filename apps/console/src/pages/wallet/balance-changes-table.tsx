import type { BalanceChange } from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { PagedTable, type PagedTableProps } from '../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { balanceChangeColumns } from './balance-change-columns.tsx';

/** The page that the table begins with. */
export const FIRST_CHANGES = { p: 1, page_size: 5 };

interface BalanceChangesTableProps {
  list: PagedTableProps<BalanceChange>['list'];
  page: typeof FIRST_CHANGES;
  setPage: (page: typeof FIRST_CHANGES) => void;
}

/** Changes of a balance, of whoever `list` reads them. */
export function BalanceChangesTable({ list, page, setPage }: BalanceChangesTableProps) {
  const { t } = useTranslation();
  const table = useTablePreferences('balance-changes');
  const columns = useMemo(() => balanceChangeColumns(t), [t]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <PagedTable
      label={t('wallet.changes.title')}
      view={view}
      list={list}
      query={page}
      setQuery={(changes) => setPage({ ...page, ...changes })}
      pageSizes={[5, 10, 50]}
      pagerStyle="ends"
      rowId={({ id }) => id}
      skeletonRows={2}
      empty={t('wallet.changes.empty')}
    />
  );
}
