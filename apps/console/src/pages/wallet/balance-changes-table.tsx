import type { BalanceChange } from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import type { PagedTableProps } from '../../ui/tables/paged-table.tsx';
import { SectionTable, type TablePage } from '../../ui/tables/section-table.tsx';
import { balanceChangeColumns } from './balance-change-columns.tsx';

/** The page that the table begins with. */
export const FIRST_CHANGES: TablePage = { p: 1, page_size: 5 };

interface BalanceChangesTableProps {
  /** Of a team it tells who made each. */
  list: PagedTableProps<BalanceChange & { by?: string }>['list'];
  page: TablePage;
  setPage: (page: TablePage) => void;
  /** Where filters are set. */
  clearFilters?: (() => void) | undefined;
}

/** Changes of a balance, of whoever `list` reads them. */
export function BalanceChangesTable({
  list,
  page,
  setPage,
  clearFilters,
}: BalanceChangesTableProps) {
  const { t } = useTranslation();
  const tellsWho = list.data?.items.some(({ by }) => by !== undefined) ?? false;
  const columns = useMemo(() => balanceChangeColumns(t, tellsWho), [t, tellsWho]);
  return (
    <SectionTable
      name="balance-changes"
      label={t('wallet.changes.title')}
      columns={columns}
      list={list}
      page={page}
      setPage={setPage}
      clearFilters={clearFilters}
      skeletonRows={2}
      empty={t('wallet.changes.empty')}
    />
  );
}
