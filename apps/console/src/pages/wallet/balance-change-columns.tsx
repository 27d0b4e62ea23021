import type { BalanceChange } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { CopyText } from '../../ui/display/copy.tsx';
import { Money } from '../../ui/display/money.tsx';
import { SignedMoney } from '../../ui/display/signed-money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { shortId } from '../../ui/format/short-id.ts';
import type { Column } from '../../ui/tables/column.ts';

/** Returns the columns of a ledger for its user; of a team, with the author of each change. */
export function balanceChangeColumns(
  t: TFunction,
  showsActor: boolean,
): Column<BalanceChange & { by?: string }>[] {
  const column = (key: 'time' | 'kind' | 'amount' | 'after' | 'by' | 'reference') => ({
    key,
    header: t(`wallet.changes.columns.${key}`),
  });
  return [
    {
      ...column('kind'),
      fixed: true,
      mobile: 'title',
      render: ({ kind, reason }) => {
        const name = t(`wallet.changes.kinds.${kind}`);
        return reason === '' ? name : `${name} · ${reason}`;
      },
    },
    {
      ...column('time'),
      mobile: 'status',
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    {
      ...column('amount'),
      mobile: 'figure',
      align: 'end',
      render: ({ amount }) => <SignedMoney quota={amount} />,
    },
    {
      ...column('after'),
      mobile: 'figure',
      align: 'end',
      render: ({ balance_after }) => <Money quota={balance_after} />,
    },
    ...(showsActor
      ? [
          {
            ...column('by'),
            mobile: 'figure' as const,
            render: ({ by = '' }: { by?: string }) => by,
          },
        ]
      : []),
    {
      ...column('reference'),
      rank: 1,
      mobile: 'hidden',
      render: ({ reference }) =>
        reference === '' ? null : <CopyText text={reference} label={shortId(reference)} />,
    },
  ];
}
