import { formatQuotaExactly } from '@tollgate/pricing';
import { nowSeconds } from '../../platform/clock.ts';
import { listLowBalances, listNearlyUsedKeys } from '../../store/reminders-repository.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notifications/notify.ts';
import { quotaDisplay } from '../options/quota-display.ts';
import type { Job } from './job.ts';

const GAP_SECONDS = 7200;
const KEY_GAP_SECONDS = 86_400;
const AT_ONCE = 100;
const HOUR = 3600;

type ReminderDomain = Pick<Domain, 'store' | 'clock' | 'options'>;

/**
 * Notifies users that their balance dropped below the threshold, or that a key is nearly used up, and owners
 * and admins of a team likewise.
 */
export function remindOfLowBalances(domain: ReminderDomain): Job {
  return {
    name: 'remind-of-low-balances',
    everyMs: 60_000,
    scope: 'cluster',
    async run() {
      await remindOfBalances(domain);
      await remindOfKeys(domain);
    },
  };
}

/** What both lists have in common: who can be notified, and was not for a while. */
const sendable = (options: ReminderDomain['options'], now: number, gapSeconds: number) => ({
  now,
  before: now - gapSeconds,
  canMail: options.text('SMTPServer') !== '',
  limit: AT_ONCE,
});

async function remindOfBalances({ store, clock, options }: ReminderDomain): Promise<void> {
  const now = nowSeconds(clock);
  const fallback = options.number('QuotaRemindThreshold');
  // Users without recent usage were already notified, or dropped below before reminders were enabled.
  const sinceHour = Math.floor((now - HOUR) / HOUR) * HOUR;
  const criteria = { threshold: fallback, sinceHour, ...sendable(options, now, GAP_SECONDS) };
  const display = quotaDisplay(options);
  for (const { id, quota, threshold, reader_id, team } of await listLowBalances(
    store.reader,
    criteria,
  ))
    await store.transaction((trx) =>
      notify(trx, options, {
        event: 'balance_low',
        ownerId: reader_id,
        object: id,
        params: {
          balance: formatQuotaExactly(quota, display),
          threshold: formatQuotaExactly(threshold, display),
          ...(team === null ? {} : { team }),
        },
        value: quota,
        at: now,
      }),
    );
}

async function remindOfKeys({ store, clock, options }: ReminderDomain): Promise<void> {
  const now = nowSeconds(clock);
  const criteria = { since: now - HOUR, ...sendable(options, now, KEY_GAP_SECONDS) };
  for (const key of await listNearlyUsedKeys(store.reader, criteria)) {
    const percent = Math.floor((key.remain_quota * 100) / (key.remain_quota + key.used_quota));
    await store.transaction((trx) =>
      notify(trx, options, {
        event: 'key_limit_near',
        ownerId: key.reader_id,
        object: key.id,
        params: {
          key: key.name,
          left: formatQuotaExactly(key.remain_quota, quotaDisplay(options)),
          percent,
          ...(key.team === null ? {} : { team: key.team }),
        },
        value: percent,
        at: now,
      }),
    );
  }
}
