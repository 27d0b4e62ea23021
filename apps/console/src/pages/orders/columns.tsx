import { CREDITED_STATES, type Order } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { CopyText } from '../../ui/display/copy.tsx';
import { UserName } from '../../ui/display/user-name.tsx';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { shortId } from '../../ui/format/short-id.ts';
import type { Column } from '../../ui/tables/column.ts';
import { formatPayment } from './format-payment.ts';
import { MethodName } from './method-name.tsx';
import { OrderStateTag } from './order-state.tsx';

type Key = 'time' | 'number' | 'user' | 'method' | 'amount' | 'credit' | 'state' | 'reference';

/** Returns the columns of the order list. */
export function orderColumns(t: TFunction, language: string): Column<Order>[] {
  const column = (key: Key) => ({ key, header: t(`orders.columns.${key}`) });
  return [
    {
      ...column('time'),
      sort: 'created',
      fixed: true,
      mobile: 'status',
      width: 150,
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    {
      ...column('user'),
      mobile: 'title',
      render: ({ username, user_id, is_team }) => (
        <UserName username={username || String(user_id)} isTeam={is_team} />
      ),
    },
    {
      ...column('method'),
      rank: 1,
      mobile: 'figure',
      render: ({ provider, method }) => <MethodName provider={provider} method={method} />,
    },
    {
      ...column('amount'),
      mobile: 'figure',
      align: 'end',
      render: ({ pay_cents, currency }) => (
        <span className="tabular">{formatPayment(pay_cents, currency, language)}</span>
      ),
    },
    {
      ...column('credit'),
      mobile: 'figure',
      sort: 'credit',
      align: 'end',
      render: ({ state, quota, refunded_quota: refunded }) =>
        CREDITED_STATES.has(state) && state !== 'refunded' ? (
          <strong className="tabular">
            +<Money quota={quota - refunded} />
          </strong>
        ) : (
          <span className="none">–</span>
        ),
    },
    {
      ...column('state'),
      sort: 'state',
      mobile: 'badge',
      render: ({ state }) => <OrderStateTag state={state} t={t} />,
    },
    {
      ...column('number'),
      mobile: 'hidden',
      rank: 1,
      render: ({ number }) => <CopyText text={number} label={shortId(number)} />,
    },
    {
      ...column('reference'),
      mobile: 'hidden',
      rank: 2,
      render: ({ reference }) =>
        reference === '' ? (
          <span className="none">–</span>
        ) : (
          <CopyText text={reference} label={shortId(reference)} />
        ),
    },
  ];
}
