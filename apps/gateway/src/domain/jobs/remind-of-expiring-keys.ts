import { nowSeconds } from '../../platform/clock.ts';
import { listExpiringKeys } from '../../store/expiring-keys-repository.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notifications/notify.ts';
import type { Job } from './job.ts';

const DAY = 86_400;
const AT_ONCE = 100;

/**
 * Notifies users once, and owners and admins of teams, that a key will expire: `KeyExpiryReminderDays`
 * before, or as many days before as they set. After a key's expiry was changed, they are notified again.
 */
export function remindOfExpiringKeys({
  store,
  clock,
  options,
}: Pick<Domain, 'store' | 'clock' | 'options'>): Job {
  return {
    name: 'remind-of-expiring-keys',
    everyMs: 600_000,
    scope: 'cluster',
    async run(signal) {
      const now = nowSeconds(clock);
      const days = options.number('KeyExpiryReminderDays');
      const canMail = options.text('SMTPServer') !== '';
      for (let notified = AT_ONCE; notified >= AT_ONCE && !signal.aborted;) {
        const criteria = { now, days, canMail, limit: AT_ONCE };
        notified = 0;
        for (const key of await listExpiringKeys(store.reader, criteria))
          notified += await store.transaction((trx) =>
            notify(trx, options, {
              event: 'key_expiring',
              ownerId: key.reader_id,
              object: `${key.id} ${key.expired_time}`,
              params: {
                key: key.name,
                expires: `${new Date(key.expired_time * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
                ...(key.team === null ? {} : { team: key.team }),
              },
              value: (key.expired_time - now) / DAY,
              at: now,
            }),
          );
      }
    },
  };
}
