import { Checkbox, Group, NumberInput, Table, Text } from '@mantine/core';
import {
  KEY_EXPIRY_REMINDER_DAYS_MAX,
  type NotificationEventEntry,
  type NotificationSubscription,
} from '@tollgate/contract';
import { IconMailOff } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { MoneyInput } from '../../ui/forms/money-input.tsx';
import { useDraft } from '../../ui/hooks/use-draft.ts';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import type { NotificationCalls } from './calls-of.ts';
import { eventsOf } from './events-of.ts';
import { MailOff } from './mail-off.tsx';
import { nameTarget } from './name-target.ts';
import { type Overview, toSubscription } from './to-subscription.ts';
import type { NotificationOwner } from './query.ts';

type EventId = NotificationSubscription['event'];

/** Which event goes to which target, and its threshold; each change is saved at once. */
export function EventsView({
  calls,
  owner,
  overview,
}: {
  calls: NotificationCalls;
  owner: NotificationOwner;
  overview: Overview;
}) {
  const { t } = useTranslation();
  const saving = useEndpointMutation(calls.saveSubscriptions, [calls.read]);
  const save = (subscriptions: NotificationSubscription[]) =>
    saving.mutate({ body: { subscriptions } }, { onError: toastError });
  const targets = [
    { id: 0, label: t(owner === 'site' ? 'notifications.siteEmail' : 'notifications.ownEmail') },
    ...overview.targets.map((target) => ({ id: target.id, label: nameTarget(t, target) })),
  ];
  const isOff = (id: number) => id === 0 && overview.email === '';
  return (
    <>
      <MailOff owner={owner} overview={overview} />
      <div className="data-table-scroll" style={{ maxWidth: 600 + 160 * targets.length }}>
        <Table className="data-table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('notifications.event')}</Table.Th>
              {targets.map(({ id, label }) => (
                <Table.Th key={id} ta="center" style={{ whiteSpace: 'normal' }}>
                  {isOff(id) ? (
                    <>
                      <IconMailOff size={14} className="in-line-icon" aria-hidden />
                      {t('notifications.mailOff.off', { label })}
                    </>
                  ) : (
                    label
                  )}
                </Table.Th>
              ))}
              <Table.Th visibleFrom="sm" data-align="end">
                {t('notifications.threshold')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {eventsOf(owner).map((event: NotificationEventEntry & { id: EventId }) => (
              <EventRow
                key={event.id}
                event={event}
                targets={targets}
                subscriptions={targets.map(({ id }) => toSubscription(overview, event, id))}
                usual={overview.default_thresholds[event.id]}
                save={save}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}

interface EventRowProps {
  event: NotificationEventEntry & { id: EventId };
  targets: readonly { id: number; label: string }[];
  /** One per target, in their order. */
  subscriptions: readonly NotificationSubscription[];
  /** The threshold that applies where none is set. */
  usual: number | undefined;
  save: (subscriptions: NotificationSubscription[]) => void;
}

/** An event with a checkbox per target; on a phone its threshold is below its name. */
function EventRow({ event, targets, subscriptions, usual, save }: EventRowProps) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  const name = t(`notifications.events.${event.id}.name`);
  const threshold = event.threshold ? (
    <ThresholdField
      event={name}
      threshold={event.threshold}
      usual={usual ?? event.threshold.fallback}
      value={subscriptions.find((one) => one.threshold !== null)?.threshold ?? null}
      apply={(value) => save(subscriptions.map((one) => ({ ...one, threshold: value })))}
    />
  ) : null;
  return (
    <Table.Tr aria-label={name}>
      <Table.Td style={{ whiteSpace: 'normal', minWidth: 130 }}>
        <Text inherit fw={500} py={isMobile ? 10 : 0}>
          {name}
        </Text>
        {isMobile ? threshold : null}
      </Table.Td>
      {subscriptions.map((one, index) => (
        <Table.Td key={one.target_id}>
          <Checkbox
            style={{ display: 'grid', justifyItems: 'center' }}
            aria-label={targets[index]?.label ?? ''}
            checked={one.enabled}
            onChange={({ currentTarget }) => save([{ ...one, enabled: currentTarget.checked }])}
          />
        </Table.Td>
      ))}
      <Table.Td visibleFrom="sm">{isMobile ? null : threshold}</Table.Td>
    </Table.Tr>
  );
}

const BOUNDS: Record<
  'percent' | 'usd' | 'days',
  { prefix?: string; suffix?: string; max?: number }
> = {
  percent: { suffix: ' %', max: 100 },
  usd: { prefix: '$' },
  days: { max: KEY_EXPIRY_REMINDER_DAYS_MAX },
};

/** Applies on Enter or blur; empty means the default. */
function ThresholdField({
  event,
  threshold: { unit },
  usual,
  value,
  apply,
}: {
  event: string;
  threshold: NonNullable<NotificationEventEntry['threshold']>;
  /** What applies while nothing is entered; 0 if nothing is sent then. */
  usual: number;
  value: number | null;
  apply: (value: number | null) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useDraft<number | string>(value ?? '');
  const commit = () => {
    const next = typed === '' ? null : Number(typed);
    if (next !== value) apply(next);
  };
  const shared = {
    w: { base: 96, sm: 130 },
    size: 'xs',
    'aria-label': `${event}: ${t(`notifications.thresholds.${unit}`)}`,
    thousandSeparator: ',',
    allowNegative: false,
    value: typed,
    onChange: setTyped,
    onBlur: commit,
    onKeyDown: ({ key, nativeEvent }: KeyboardEvent) =>
      void (key === 'Enter' && !nativeEvent.isComposing && commit()),
  };
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Text size="sm" c="dimmed" aria-hidden style={{ whiteSpace: 'nowrap' }}>
        {t(`notifications.thresholds.${unit}`)}
      </Text>
      {unit === 'quota' ? (
        <MoneyInput {...shared} usual={usual} />
      ) : (
        <NumberInput
          {...shared}
          {...BOUNDS[unit]}
          placeholder={[BOUNDS[unit].prefix, usual, BOUNDS[unit].suffix].join('')}
          decimalScale={2}
          allowDecimal={unit === 'usd'}
        />
      )}
    </Group>
  );
}
