import { Button, Group } from '@mantine/core';
import { type OwnAgent, REDEMPTION_USED, type SoldCode } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { IconTicket } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import type { Column } from '../../ui/tables/column.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { MadeCodesDialog } from '../redemptions/made-codes.tsx';
import { RedemptionStatus } from '../redemptions/redemption-status.tsx';
import { BuyForm } from './buy-form.tsx';
import type { ViewProps } from './view-props.ts';

/** The agent's bought codes: buy, hand out, void unredeemed ones. */
export function CodesView({ agent, query, setQuery }: ViewProps & { agent: OwnAgent }) {
  const { t } = useTranslation();
  const table = useTablePreferences('agent-codes');
  const display = useQuotaDisplay();
  const [buys, setBuys] = useState(false);
  const [createdCodes, setCreatedCodes] = useState<{ codes: readonly string[]; quota: number }>();
  const { p, page_size } = query;
  const list = useEndpoint(calls.listOwnCodes, { query: { p, page_size } });
  const voiding = useEndpointMutation(calls.voidCode, [calls.listOwnCodes, calls.getSelf]);
  const steady = useStableCallbacks({
    voidCode: ({ id, price: paid }: SoldCode) => {
      const price = formatQuotaExactly(paid, display);
      confirm({
        title: t('agent.codes.voidAsk'),
        text: t('agent.codes.voidText', { price }),
        confirm: t('agent.codes.void'),
        run: () =>
          voiding.mutate(
            { params: { id } },
            {
              onSuccess: () => toastSuccess(t('agent.codes.voided', { price })),
              onError: toastError,
            },
          ),
      });
    },
  });
  const columns = useMemo(() => codeColumns(t, steady.voidCode), [t, steady]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <>
      <Group justify="flex-end" my="xs">
        <Button onClick={() => setBuys(true)}>{t('agent.codes.buy')}</Button>
      </Group>
      <PagedTable
        label={t('agent.tabs.codes')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            icon={IconTicket}
            title={t('agent.codes.empty')}
            text={t('agent.codes.emptyText')}
          />
        }
      />
      {buys ? (
        <BuyForm agent={agent} close={() => setBuys(false)} bought={setCreatedCodes} />
      ) : null}
      {createdCodes ? (
        <MadeCodesDialog created={createdCodes} close={() => setCreatedCodes(undefined)} />
      ) : null}
    </>
  );
}

function codeColumns(t: TFunction, voidCode: (code: SoldCode) => void): Column<SoldCode>[] {
  const column = (key: 'name' | 'key' | 'quota' | 'price' | 'status' | 'time') => ({
    key,
    header: t(`agent.codes.${key}`),
  });
  return [
    { ...column('name'), fixed: true, mobile: 'title', render: ({ name }) => name },
    { ...column('key'), mobile: 'text', render: ({ key }) => <CopyText text={key} /> },
    {
      ...column('quota'),
      align: 'end',
      mobile: 'figure',
      render: ({ quota }) => <Money quota={quota} />,
    },
    {
      ...column('price'),
      align: 'end',
      mobile: 'hidden',
      render: ({ price }) => <Money quota={price} />,
    },
    {
      ...column('status'),
      mobile: 'status',
      render: ({ status }) => <RedemptionStatus status={status} t={t} />,
    },
    {
      ...column('time'),
      mobile: 'hidden',
      render: ({ created_time }) => <MomentText seconds={created_time} />,
    },
    {
      key: 'actions',
      header: '',
      fixed: true,
      align: 'end',
      mobile: 'actions',
      render: (code) =>
        code.status === REDEMPTION_USED ? null : (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => voidCode(code)}>
            {t('agent.codes.void')}
          </Button>
        ),
    },
  ];
}
