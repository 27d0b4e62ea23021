import { formatQuotaExactly } from '@tollgate/pricing';
import { nowSeconds } from '../../platform/clock.ts';
import {
  claimReminder,
  rescheduleReminder,
  listLowBalances,
  type LowBalance,
} from '../../store/reminders-repository.ts';
import type { Domain } from '../domain.ts';
import { composeMail } from '../mail/compose-mail.ts';
import { quotaDisplay } from '../options/quota-display.ts';
import type { Job } from './job.ts';

const KIND = 'low-balance';
const GAP_SECONDS = 7200;
/** When a mail that could not be sent is retried. */
const RETRY_SECONDS = 600;
const AT_ONCE = 100;
const HOUR = 3600;

type ReminderDomain = Pick<Domain, 'store' | 'clock' | 'options' | 'mailer'>;

/** Reminds users by mail that their balance dropped below the threshold, at most once in two hours each. */
export function remindOfLowBalances(domain: ReminderDomain): Job {
  return {
    name: 'remind-of-low-balances',
    everyMs: 60_000,
    scope: 'cluster',
    run: () => remind(domain),
  };
}

async function remind(domain: ReminderDomain): Promise<void> {
  const { store, clock, options, mailer } = domain;
  const threshold = options.number('QuotaRemindThreshold');
  if (threshold <= 0 || !mailer.isSetUp()) return;
  const now = nowSeconds(clock);
  const before = now - GAP_SECONDS;
  // Users without recent usage have been reminded, or dropped below before reminders were enabled.
  const sinceHour = Math.floor((now - HOUR) / HOUR) * HOUR;
  const criteria = { kind: KIND, threshold, sinceHour, before, limit: AT_ONCE };
  for (const user of await listLowBalances(store.reader, criteria)) {
    const key = { kind: KIND, subject: String(user.id) };
    if (!(await claimReminder(store.db, key, { now, before }))) continue;
    void post(domain, user, threshold).then(async (isSent) => {
      if (!isSent) await rescheduleReminder(store.db, key, before + RETRY_SECONDS);
    });
  }
}

function post(
  { options, mailer }: ReminderDomain,
  { username, email, quota }: LowBalance,
  threshold: number,
): Promise<boolean> {
  const display = quotaDisplay(options);
  const params = {
    site: options.text('SystemName'),
    username,
    balance: formatQuotaExactly(quota, display),
    threshold: formatQuotaExactly(threshold, display),
  };
  // The user's language is unknown.
  return mailer.sendInBackground({
    to: email,
    ...composeMail('lowBalance', ['zh', 'en'], { params }),
  });
}
