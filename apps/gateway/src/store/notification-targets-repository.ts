import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type {
  NotificationSubscriptionsTable,
  NotificationTargetsTable,
  NotificationTemplatesTable,
} from './notifications-tables.ts';
import type { Db } from './schema.ts';

export type TargetRow = Selectable<NotificationTargetsTable>;
export type SubscriptionRow = Selectable<NotificationSubscriptionsTable>;
export type TemplateRow = Selectable<NotificationTemplatesTable>;

/** All except the row for a user's own email address (`own-mail-repository.ts`). */
const isTarget = sql<boolean>`(channel <> 'email' OR owner_id = 0)`;

export function listTargets(db: Db, ownerId: number): Promise<TargetRow[]> {
  return db
    .selectFrom('notification_targets')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(isTarget)
    .orderBy('id')
    .execute();
}

export function findTarget(db: Db, ownerId: number, id: number): Promise<TargetRow | undefined> {
  return db
    .selectFrom('notification_targets')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where(isTarget)
    .executeTakeFirst();
}

export function insertTarget(
  db: Db,
  target: Omit<Insertable<NotificationTargetsTable>, 'id'>,
): Promise<TargetRow> {
  return db
    .insertInto('notification_targets')
    .values(target)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function updateTarget(
  db: Db,
  id: number,
  changes: Updateable<NotificationTargetsTable>,
): Promise<TargetRow | undefined> {
  return db
    .updateTable('notification_targets')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a target with its subscriptions and pending deliveries. */
export async function deleteTarget(db: Db, ownerId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('notification_targets')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await db.deleteFrom('notification_subscriptions').where('target_id', '=', id).execute();
  await db.deleteFrom('notification_quiet').where('target_id', '=', id).execute();
  await db
    .deleteFrom('notification_deliveries')
    .where('target_id', '=', id)
    .where('state', '=', 'pending')
    .execute();
  return true;
}

export async function listSubscriptions(db: Db, ownerId: number): Promise<SubscriptionRow[]> {
  const rows = await db
    .selectFrom('notification_subscriptions')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .execute();
  return rows.map(withNumbers);
}

/** Lists the subscriptions of one owner to an event. */
export async function listSubscriptionsTo(
  db: Db,
  ownerId: number,
  event: string,
): Promise<SubscriptionRow[]> {
  const rows = await db
    .selectFrom('notification_subscriptions')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('event', '=', event)
    .execute();
  return rows.map(withNumbers);
}

/** Lists users who subscribe to an event, after `after`, in order. */
export async function listSubscribers(
  db: Db,
  event: string,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('notification_subscriptions')
    .innerJoin('users', 'users.id', 'notification_subscriptions.owner_id')
    .select('owner_id')
    .distinct()
    .where('event', '=', event)
    .where('enabled', '=', 1)
    .where('users.deleted_at', 'is', null)
    .where('owner_id', '>', after)
    .orderBy('owner_id')
    .limit(limit)
    .execute();
  return rows.map(({ owner_id: id }) => Number(id));
}

const withNumbers = (row: SubscriptionRow): SubscriptionRow => ({
  ...row,
  owner_id: Number(row.owner_id),
  target_id: Number(row.target_id),
  threshold: row.threshold === null ? null : Number(row.threshold),
});

export async function replaceSubscription(db: Db, row: SubscriptionRow): Promise<void> {
  await db
    .insertInto('notification_subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'event', 'target_id'])
        .doUpdateSet({ enabled: row.enabled, threshold: row.threshold }),
    )
    .execute();
}

export function listTemplates(db: Db): Promise<TemplateRow[]> {
  return db.selectFrom('notification_templates').selectAll().execute();
}

/** Stores a template; an empty text deletes the row. */
export async function replaceTemplate(db: Db, row: TemplateRow): Promise<void> {
  await db
    .deleteFrom('notification_templates')
    .where('event', '=', row.event)
    .where('language', '=', row.language)
    .execute();
  if (row.title !== '' || row.body !== '')
    await db.insertInto('notification_templates').values(row).execute();
}
