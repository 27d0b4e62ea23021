import { Checkbox, Group, NumberInput, Text } from '@mantine/core';
import {
  KEY_EXPIRY_REMINDER_DAYS_MAX,
  type NotificationEventEntry,
  type NotificationSubscription,
} from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { MoneyInput } from '../../ui/forms/money-input.tsx';
import { useDraft } from '../../ui/hooks/use-draft.ts';
import type { NotificationCalls } from './calls-of.ts';
import { eventsOf } from './events-of.ts';
import { nameTarget } from './name-target.ts';
import { type Overview, toSubscription } from './to-subscription.ts';
import type { NotificationOwner } from './query.ts';

type EventId = NotificationSubscription['event'];

/** Which event goes to which target, and from what threshold; each change is saved at once. */
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
  const email = t(owner === 'site' ? 'notifications.siteEmail' : 'notifications.ownEmail');
  const targets = [
    { id: 0, label: email },
    ...overview.targets.map((target) => ({ id: target.id, label: nameTarget(t, target) })),
  ];
  return (
    <>
      {overview.email === '' ? (
        <Text size="sm" c="dimmed">
          {email}: {t('notifications.noEmail')}
        </Text>
      ) : null}
      <ol className="entry-list">
        {eventsOf(owner).map((event: NotificationEventEntry & { id: EventId }) => {
          const subscriptions = targets.map(({ id }) => toSubscription(overview, event, id));
          const name = t(`notifications.events.${event.id}.name`);
          return (
            <Group key={event.id} component="li" justify="space-between" gap="xs" py={6}>
              <Group gap="lg" flex="1 1 320px" role="group" aria-label={name} style={{ rowGap: 0 }}>
                <Text fw={500} w={{ base: '100%', sm: 220 }}>
                  {name}
                </Text>
                {subscriptions.map((one, index) => (
                  <Checkbox
                    key={one.target_id}
                    styles={{
                      body: { alignItems: 'center', minHeight: 44 },
                      labelWrapper: { lineHeight: '44px' },
                    }}
                    label={targets[index]?.label}
                    checked={one.enabled}
                    disabled={one.target_id === 0 && overview.email === '' && !one.enabled}
                    onChange={({ currentTarget }) =>
                      save([{ ...one, enabled: currentTarget.checked }])
                    }
                  />
                ))}
              </Group>
              {event.threshold ? (
                <ThresholdField
                  event={name}
                  threshold={event.threshold}
                  value={subscriptions.find((one) => one.threshold !== null)?.threshold ?? null}
                  apply={(value) =>
                    save(subscriptions.map((one) => ({ ...one, threshold: value })))
                  }
                />
              ) : null}
            </Group>
          );
        })}
      </ol>
    </>
  );
}

const BOUNDS = {
  percent: { suffix: ' %', max: 100 },
  usd: { prefix: '$' },
  days: { max: KEY_EXPIRY_REMINDER_DAYS_MAX },
};

/** Applies on Enter or when left; empty is the default. */
function ThresholdField({
  event,
  threshold: { unit, fallback },
  value,
  apply,
}: {
  event: string;
  threshold: NonNullable<NotificationEventEntry['threshold']>;
  value: number | null;
  apply: (value: number | null) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useDraft<number | string>(value ?? '');
  const commit = () => {
    const next = typed === '' ? null : Number(typed);
    if (next !== value) apply(next);
  };
  const usual =
    fallback === 0
      ? t('notifications.thresholdDefault')
      : unit === 'percent'
        ? `${fallback} %`
        : `$${fallback}`;
  const shared = {
    w: 160,
    'aria-label': `${event}: ${t(`notifications.thresholds.${unit}`)}`,
    thousandSeparator: ',',
    allowNegative: false,
    value: typed,
    onChange: setTyped,
    onBlur: commit,
    onKeyDown: ({ key }: { key: string }) => void (key === 'Enter' && commit()),
  };
  return (
    <Group gap="xs" wrap="nowrap" w={{ base: '100%', sm: 'auto' }} justify="space-between">
      <Text size="sm" c="dimmed" aria-hidden>
        {t(`notifications.thresholds.${unit}`)}
      </Text>
      {unit === 'quota' ? (
        <MoneyInput {...shared} placeholder={usual} />
      ) : (
        <NumberInput
          {...shared}
          {...BOUNDS[unit]}
          placeholder={usual}
          decimalScale={2}
          allowDecimal={unit === 'usd'}
        />
      )}
    </Group>
  );
}
