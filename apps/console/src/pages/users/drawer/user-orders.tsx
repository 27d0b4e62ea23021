import { Anchor } from '@mantine/core';
import type { User } from '@tollgate/contract';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useTranslation } from '../../../texts.tsx';
import { SectionTable } from '../../../ui/tables/section-table.tsx';
import { pages } from '../../index.ts';
import { orderColumns } from '../../orders/columns.tsx';

/** The most important columns; the orders page has the others. */
const SHOWN = new Set(['time', 'amount', 'credit', 'state']);

/** The orders of a user, newest first. */
export function UserOrders({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const [page, setPage] = useState({ p: 1, page_size: 10 });
  const list = useEndpoint(calls.listOrders, { query: { ...page, user: String(user.id) } });
  const columns = useMemo(
    () => orderColumns(t, i18n.language).filter(({ key }) => SHOWN.has(key)),
    [t, i18n.language],
  );
  return (
    <>
      <SectionTable
        name="user-orders"
        label={t('users.tabs.orders')}
        columns={columns}
        list={list}
        page={page}
        setPage={setPage}
        pageSizes={[10, 50]}
        skeletonRows={3}
        empty={t('users.ordersEmpty')}
      />
      {list.data?.total ? (
        <Anchor
          component={Link}
          to={pages.order.path}
          // The routes are generated from a table, so their types know no search parameters.
          search={{ user: String(user.id), range: '1y' } as never}
          size="sm"
        >
          {t('users.allOrders')}
        </Anchor>
      ) : null}
    </>
  );
}
