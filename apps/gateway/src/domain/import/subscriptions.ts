import type { ImportRun } from './import-run.ts';
import { integerOf, textOf } from './source-values.ts';

/** The group that a subscription grants, and the user's group without it. */
export interface SubscribedGroup {
  upgradedGroup: string;
  after: string;
}

/**
 * Reads new-api's active subscriptions. They are not imported: their owners return to their previous group,
 * and each is reported with its remaining quota.
 */
export async function readSubscriptions(run: ImportRun): Promise<Map<number, SubscribedGroup>> {
  const groups = new Map<number, SubscribedGroup>();
  for (const row of await run.source.all('user_subscriptions')) {
    if (textOf(row, 'status') !== 'active' || integerOf(row, 'end_time') <= run.now) continue;
    const userId = integerOf(row, 'user_id');
    const total = integerOf(row, 'amount_total');
    const left = total === 0 ? '∞' : Math.max(0, total - integerOf(row, 'amount_used'));
    run.findings.add('users', 'user_subscription_dropped', userId, left);
    const upgradedGroup = textOf(row, 'upgrade_group');
    const after = textOf(row, 'downgrade_group') || textOf(row, 'prev_user_group');
    if (upgradedGroup !== '' && after !== '') groups.set(userId, { upgradedGroup, after });
  }
  return groups;
}
