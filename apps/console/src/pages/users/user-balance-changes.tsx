import type { User } from '@tollgate/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Section } from '../../ui/layout/section.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { balanceChangeColumns } from '../wallet/balance-change-columns.tsx';

/** Every change of the balance of a user, as that user sees it. */
export function UserBalanceChanges({ user }: { user: User }) {
  const { t } = useTranslation();
  const table = useTablePreferences('balance-changes');
  const [page, setPage] = useState({ p: 1, page_size: 5 });
  const list = useEndpoint(calls.listBalanceChangesOfUser, {
    params: { id: user.id },
    query: page,
  });
  const columns = useMemo(() => balanceChangeColumns(t), [t]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <Section title={t('wallet.changes.title')}>
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
    </Section>
  );
}
