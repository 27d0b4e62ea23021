import { type Insertable, sql } from 'kysely';
import type { NotificationTargetsTable } from './notifications-tables.ts';
import type { Db } from './schema.ts';
import type { TargetRow } from './notification-targets-repository.ts';

/** Finds a user's settings for their own address; undefined if they never set any. */
export function findOwnMail(db: Db, userId: number): Promise<TargetRow | undefined> {
  return db
    .selectFrom('notification_targets')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('channel', '=', 'email')
    .where('owner_id', '<>', 0)
    .executeTakeFirst();
}

/** Stores these settings; a user has at most one such row. */
export async function saveOwnMail(
  db: Db,
  row: Omit<Insertable<NotificationTargetsTable>, 'id' | 'channel' | 'name' | 'enabled'>,
): Promise<void> {
  const { digest, language } = row;
  await db
    .insertInto('notification_targets')
    .values({ ...row, channel: 'email', name: '', enabled: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id'])
        // Literals: PostgreSQL would not match the partial index otherwise.
        .where(sql<boolean>`channel = 'email' AND owner_id <> 0`)
        .doUpdateSet({ digest, language }),
    )
    .execute();
}
