import { Anchor, Switch, Text } from '@mantine/core';
import { type NotificationSubscription, notificationEvents } from '@tollgate/contract';
import { formatQuota } from '@tollgate/pricing';
import { Link } from '@tanstack/react-router';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { pages } from '../index.ts';
import { toSubscription } from '../notifications/to-subscription.ts';

const EVENT = notificationEvents.find(({ id }) => id === 'balance_low');
/** The default threshold. */
const USD = 5;

/** Subscribes to an e-mail when the balance runs low; the threshold is changed under Notifications. */
export function LowBalanceSwitch() {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const { data: overview } = useEndpoint(calls.getOwnNotifications);
  const saving = useEndpointMutation(calls.saveOwnSubscriptions, [calls.getOwnNotifications]);
  if (!overview || !EVENT) return null;
  if (overview.email === '')
    return (
      <Text size="sm" mt="sm">
        <Anchor component={Link} to={pages.notifications.path} inherit>
          {t('dashboard.forecast.tellMe')}
        </Anchor>
      </Text>
    );
  const stored = toSubscription(overview, EVENT, 0);
  const threshold = stored.threshold ?? USD * display.quotaPerUnit;
  const save = (subscription: NotificationSubscription) =>
    saving.mutate({ body: { subscriptions: [subscription] } }, { onError: toastError });
  return (
    <Switch
      mt="sm"
      label={t('dashboard.forecast.mailBelow', { money: formatQuota(threshold, display) })}
      checked={stored.enabled && stored.threshold !== null}
      onChange={({ currentTarget: { checked: enabled } }) =>
        save({ ...stored, enabled, threshold: enabled ? threshold : stored.threshold })
      }
    />
  );
}
