import { type Kysely, sql } from 'kysely';
import { USER_ENABLED } from '@tollgate/contract';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

export interface ReminderKey {
  kind: string;
  subject: string;
}

/** Takes the right to send a notice; false where one was sent after `before`. One of many nodes gets it. */
export async function claimReminder(
  db: Db,
  { kind, subject }: ReminderKey,
  { now, before }: { now: number; before: number },
): Promise<boolean> {
  const rows = await db
    .insertInto('mail_notices')
    .values({ kind, subject, sent_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({ sent_at: now })
        .where('mail_notices.sent_at', '<=', before),
    )
    .returning('sent_at')
    .execute();
  return rows.length > 0;
}

/** Writes down that a notice counts as sent at another time. */
export async function rescheduleReminder(
  db: Db,
  { kind, subject }: ReminderKey,
  sentAt: number,
): Promise<void> {
  await db
    .updateTable('mail_notices')
    .set({ sent_at: sentAt })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
}

export interface LowBalance {
  id: number;
  username: string;
  email: string;
  quota: number;
}

/** Users with an address whose balance is below a threshold, who used something since an hour and were not told after `before`. */
export async function listLowBalances(
  db: Db,
  criteria: { kind: string; threshold: number; sinceHour: number; before: number; limit: number },
): Promise<LowBalance[]> {
  const rows = await db
    .selectFrom('users')
    .select(['users.id', 'users.username', 'users.email', 'users.quota'])
    .where('users.id', 'in', (query) =>
      query
        .selectFrom('usage_hourly')
        .select('usage_hourly.user_id')
        .where('usage_hourly.hour', '>=', criteria.sinceHour),
    )
    .where('users.quota', '<', criteria.threshold)
    .where('users.email', 'is not', null)
    .where('users.status', '=', USER_ENABLED)
    .where('users.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail_notices')
            .select('mail_notices.sent_at')
            .where('mail_notices.kind', '=', criteria.kind)
            .where('mail_notices.subject', '=', sql<string>`cast(users.id as text)`)
            .where('mail_notices.sent_at', '>', criteria.before),
        ),
      ),
    )
    .limit(criteria.limit)
    .execute();
  return rows.flatMap(({ email, ...row }) => (email === null ? [] : [{ ...row, email }]));
}
