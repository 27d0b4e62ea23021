import type { BalanceChange } from '@tollgate/contract';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import type { PagedTableProps } from '../../ui/tables/paged-table.tsx';
import { SectionTable, type TablePage } from '../../ui/tables/section-table.tsx';
import { balanceChangeColumns } from './balance-change-columns.tsx';

/** The initial page of the table. */
export const FIRST_CHANGES: TablePage = { p: 1, page_size: 5 };

interface BalanceChangesTableProps {
  /** A team's changes also have their author. */
  list: PagedTableProps<BalanceChange & { by?: string }>['list'];
  page: TablePage;
  setPage: (page: TablePage) => void;
  /** Only if filters are set. */
  clearFilters?: (() => void) | undefined;
}

/** The balance changes of the user or team that `list` was fetched for. */
export function BalanceChangesTable({
  list,
  page,
  setPage,
  clearFilters,
}: BalanceChangesTableProps) {
  const { t } = useTranslation();
  const showsActor = list.data?.items.some(({ by }) => by !== undefined) ?? false;
  const columns = useMemo(() => balanceChangeColumns(t, showsActor), [t, showsActor]);
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
