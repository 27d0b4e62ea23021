import { Anchor } from '@mantine/core';
import type { User } from '@tollgate/contract';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useTranslation } from '../../../texts.tsx';
import { PagedTable } from '../../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../../ui/tables/use-table-preferences.ts';
import { pages } from '../../index.ts';
import { orderColumns } from '../../orders/columns.tsx';

/** What is worth its width beside a list; the page of orders has the rest. */
const SHOWN = new Set(['time', 'amount', 'credit', 'state']);

/** The orders of a user, newest first. */
export function UserOrders({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const [page, setPage] = useState({ p: 1, page_size: 10 });
  const list = useEndpoint(calls.listOrders, { query: { ...page, user: String(user.id) } });
  const table = useTablePreferences('user-orders');
  const columns = useMemo(
    () => orderColumns(t, i18n.language).filter(({ key }) => SHOWN.has(key)),
    [t, i18n.language],
  );
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <>
      <PagedTable
        label={t('users.tabs.orders')}
        view={view}
        list={list}
        query={page}
        setQuery={(changes) => setPage({ ...page, ...changes })}
        pageSizes={[10, 50]}
        pagerStyle="ends"
        rowId={({ id }) => id}
        skeletonRows={3}
        empty={t('users.ordersEmpty')}
      />
      {list.data?.total ? (
        <Anchor
          component={Link}
          to={pages.order.path}
          // The routes are made from a table, so their types know no searches.
          search={{ user: String(user.id), range: '1y' } as never}
          size="sm"
        >
          {t('users.allOrders')}
        </Anchor>
      ) : null}
    </>
  );
}
