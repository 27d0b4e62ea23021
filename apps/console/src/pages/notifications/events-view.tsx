import { Checkbox, Group, NumberInput, Text } from '@mantine/core';
import type { NotificationEventEntry, NotificationSubscription } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
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
  const { displayInCurrency, quotaPerUnit } = useQuotaDisplay();
  // Nobody thinks in quota where the site shows money.
  const isMoney = unit === 'quota' && displayInCurrency;
  const scale = isMoney ? quotaPerUnit : 1;
  const [text, setText] = useDraft(value === null ? '' : String(value / scale));
  const commit = () => {
    const next = text === '' ? null : Math.round(Number(text) * scale);
    if (next !== value) apply(next);
  };
  const usual = fallback > 0 ? String(fallback / scale) : '';
  const name = t(`notifications.thresholds.${isMoney ? 'usd' : unit}`);
  return (
    <Group gap="xs" wrap="nowrap" w={{ base: '100%', sm: 'auto' }} justify="space-between">
      <Text size="sm" c="dimmed" aria-hidden>
        {name}
      </Text>
      <NumberInput
        w={160}
        aria-label={`${event}: ${name}`}
        placeholder={[t('notifications.thresholdDefault'), usual].filter(Boolean).join(' ')}
        min={0}
        {...(unit === 'percent' ? { max: 100 } : {})}
        allowDecimal={isMoney || unit === 'usd'}
        decimalScale={isMoney ? 6 : 2}
        thousandSeparator=","
        value={text}
        onChange={(typed) => setText(String(typed))}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
    </Group>
  );
}
