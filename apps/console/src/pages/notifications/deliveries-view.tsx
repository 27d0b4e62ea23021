import { Button, Group, Text } from '@mantine/core';
import { DELIVERY_STATES, type NotificationDelivery } from '@tollgate/contract';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconSend } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { AnySelect } from '../../ui/filters/any-select.tsx';
import { SavedViews } from '../../ui/filters/saved-views.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import type { Column } from '../../ui/tables/column.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import type { NotificationCalls } from './calls-of.ts';
import { eventsOf } from './events-of.ts';
import type { NotificationOwner, NotificationQuery } from './query.ts';

const STATES = {
  pending: { tone: 'info', icon: IconClock },
  sent: { tone: 'good', icon: IconCircleCheck },
  failed: { tone: 'bad', icon: IconAlertTriangle },
} as const;

/** Deliveries with the responses to them; each can be sent again. */
export function DeliveriesView({
  calls,
  query,
  setQuery,
  owner,
}: {
  calls: NotificationCalls;
  query: Pick<NotificationQuery, 'p' | 'page_size' | 'state' | 'event'>;
  setQuery: (changes: Partial<NotificationQuery>) => void;
  owner: NotificationOwner;
}) {
  const { t } = useTranslation();
  const table = useTablePreferences('notification-deliveries');
  const { p, page_size, state, event } = query;
  const list = useEndpoint(calls.listDeliveries, { query: { p, page_size, state, event } });
  const isFiltered = state !== '' || event !== '';
  const resending = useEndpointMutation(calls.resend, [calls.listDeliveries]);
  const steady = useStableCallbacks({
    resend: ({ id }: NotificationDelivery) =>
      resending.mutate(
        { params: { id } },
        { onSuccess: () => toastSuccess(t('notifications.resent')), onError: toastError },
      ),
  });
  const columns = useMemo(() => deliveryColumns(t, steady.resend), [t, steady]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  // Delivery ids are strings, but a table identifies its rows by number.
  const numbers = new Map(list.data?.items.map(({ id }, index) => [id, index + 1]));
  return (
    <>
      <Group justify="space-between" mb="xs" gap="xs" wrap="nowrap">
        <Group gap="xs" flex={1} wrap="nowrap">
          <AnySelect
            label={t('notifications.columns.event')}
            value={event}
            choices={eventsOf(owner).map(({ id }) => ({
              value: id,
              label: t(`notifications.events.${id}.name`),
            }))}
            apply={(chosen) => setQuery({ event: chosen, p: 1 })}
          />
          <AnySelect
            label={t('notifications.columns.state')}
            value={state}
            choices={DELIVERY_STATES.map((value) => ({
              value,
              label: t(`notifications.states.${value}`),
            }))}
            apply={(chosen) => setQuery({ state: chosen, p: 1 })}
          />
        </Group>
        <Group gap="xs" wrap="nowrap">
          <SavedViews list={view.name} shrinks />
          <TableSettings {...view} />
        </Group>
      </Group>
      <PagedTable
        label={t('notifications.tabs.deliveries')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        rowId={({ id }) => numbers.get(id) ?? 0}
        clearFilters={isFiltered ? () => setQuery({ state: '', event: '', p: 1 }) : undefined}
        empty={
          <EmptyState
            icon={IconSend}
            title={t('notifications.emptyDeliveries')}
            text={t('notifications.emptyDeliveriesHint')}
          />
        }
      />
    </>
  );
}

function deliveryColumns(
  t: TFunction,
  resend: (delivery: NotificationDelivery) => void,
): Column<NotificationDelivery>[] {
  const column = (
    key: 'time' | 'event' | 'target' | 'state' | 'attempts' | 'answer' | 'repeats',
  ) => ({ key, header: t(`notifications.columns.${key}`) });
  return [
    {
      ...column('time'),
      fixed: true,
      mobile: 'figure',
      width: 150,
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    {
      ...column('event'),
      mobile: 'title',
      render: ({ event, title }) => (
        <span title={title}>
          {t(`notifications.events.${event}.name` as 'notifications.events.job_failed.name', {
            defaultValue: title || event,
          })}
        </span>
      ),
    },
    {
      ...column('target'),
      mobile: 'status',
      render: ({ target, channel }) =>
        target ||
        t(`notifications.channels.${channel}` as 'notifications.channels.email', {
          defaultValue: channel,
        }),
    },
    {
      ...column('state'),
      mobile: 'badge',
      render: ({ state }) => (
        <StatusTag {...STATES[state]} label={t(`notifications.states.${state}`)} />
      ),
    },
    { ...column('attempts'), mobile: 'hidden', align: 'end', render: ({ attempts }) => attempts },
    { ...column('repeats'), mobile: 'hidden', align: 'end', render: ({ repeats }) => repeats },
    {
      ...column('answer'),
      mobile: 'text',
      render: ({ answer }) => (
        <Text size="sm" lineClamp={2} maw={320} title={answer}>
          {answer || '–'}
        </Text>
      ),
    },
    {
      key: 'actions',
      header: '',
      fixed: true,
      align: 'end',
      mobile: 'actions',
      render: (delivery) =>
        delivery.state === 'pending' ? null : (
          <Button size="compact-sm" variant="default" onClick={() => resend(delivery)}>
            {t('notifications.resend')}
          </Button>
        ),
    },
  ];
}
