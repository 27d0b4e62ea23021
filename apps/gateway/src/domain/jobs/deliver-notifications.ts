import { KEY_EXPIRY_REMINDER_DAYS_MAX } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldDeliveries } from '../../store/notification-deliveries-repository.ts';
import { deliverDue, type DeliverContext } from '../notifications/deliver.ts';
import { SlowOwners } from '../notifications/slow-owners.ts';
import type { Job } from './job.ts';

const DAY = 86_400;

/** Sends the notifications in the outbox. */
export function deliverNotifications(
  domain: DeliverContext,
  random: () => number = Math.random,
  slowOwners = new SlowOwners(),
): Job {
  return {
    name: 'deliver-notifications',
    everyMs: 1000,
    scope: 'cluster',
    run: (signal) => deliverDue(domain, { random, signal, slowOwners }),
  };
}

/** Deletes deliveries older than `DeliveryRetentionDays`. */
export function expireDeliveries({
  store,
  clock,
  options,
}: Pick<DeliverContext, 'store' | 'clock' | 'options'>): Job {
  return {
    name: 'expire-deliveries',
    everyMs: 3_600_000,
    scope: 'cluster',
    byAge: true,
    run: () => {
      const now = nowSeconds(clock);
      return deleteOldDeliveries(store.db, {
        before: now - options.number('DeliveryRetentionDays') * DAY,
        onceBefore: now - KEY_EXPIRY_REMINDER_DAYS_MAX * DAY,
      });
    },
  };
}
