import { type NotificationDelivery, notificationEvents } from '@tollgate/contract';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { FAR_AHEAD_SECONDS } from './is-due.ts';
import type { NotificationDeliveriesTable } from './notifications-tables.ts';
import { type CappedPage, type PageRequest, readCappedPage } from './paging.ts';
import type { Database, Db } from './schema.ts';

export type DeliveryRow = Selectable<NotificationDeliveriesTable>;

export interface NewDelivery {
  id: string;
  owner_id: number;
  target_id: number;
  event: string;
  params: string;
  next_at: number;
  created_at: number;
}

export interface QuietRule {
  object: string;
  /** May be notified again if last notified at or before this time. */
  before: number;
  /** Repeats are ignored: not even counted. */
  once: boolean;
}

/**
 * Adds a delivery to the outbox, in the caller's transaction. If the same object was notified after
 * `quiet.before`, only counts the repeat there and returns false.
 */
export async function enqueueDelivery(
  db: Db,
  delivery: NewDelivery,
  quiet: QuietRule | undefined,
): Promise<boolean> {
  if (quiet && !(await claimTurn(db, delivery, quiet))) return false;
  await db
    .insertInto('notification_deliveries')
    .values({ ...delivery, state: 'pending' })
    .execute();
  return true;
}

/** Of several nodes with the same notification, one wins. */
async function claimTurn(db: Db, delivery: NewDelivery, quiet: QuietRule): Promise<boolean> {
  const { id, owner_id: ownerId, target_id: targetId, event, created_at: now } = delivery;
  const key = { owner_id: ownerId, target_id: targetId, event, object: quiet.object };
  const claimed = await db
    .insertInto('notification_quiet')
    .values({ ...key, told_at: now, delivery_id: id })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'event', 'object', 'target_id'])
        .doUpdateSet({ told_at: now, delivery_id: id })
        .where((where) =>
          where.or([
            where('notification_quiet.told_at', '<=', quiet.before),
            // By a clock that has been set back since; what is told once stays told.
            ...(quiet.once
              ? []
              : [where('notification_quiet.told_at', '>', now + FAR_AHEAD_SECONDS)]),
          ]),
        ),
    )
    .returning('told_at')
    .execute();
  if (claimed.length > 0 || quiet.once) return claimed.length > 0;
  await db
    .updateTable('notification_deliveries')
    .set({ repeats: sql`repeats + 1` })
    .where('id', '=', (query) =>
      query
        .selectFrom('notification_quiet')
        .select('delivery_id')
        .where((where) => where.and(key)),
    )
    .execute();
  return false;
}

/** A time has come, or was planned before the clock was set back. */
const hasCome =
  (column: 'next_at' | 'leased_until', now: number) =>
  (where: ExpressionBuilder<Database, 'notification_deliveries'>) =>
    where.or([where(column, '<=', now), where(column, '>', now + FAR_AHEAD_SECONDS)]);

/** Lists pending deliveries that are due and that nobody is sending, the longest due first. */
export async function listDueDeliveries(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('state', '=', 'pending')
    .where(hasCome('next_at', now))
    .where(hasCome('leased_until', now))
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return rows.map(withNumbers);
}

/** Lists a bundle's deliveries that are not sent yet. */
export async function listBundle(db: Db, bundleId: string): Promise<DeliveryRow[]> {
  const rows = await db
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('bundle_id', '=', bundleId)
    // Lets the partial index be used.
    .where(sql<boolean>`bundle_id <> ''`)
    .where('state', '=', 'pending')
    .execute();
  return rows.map(withNumbers);
}

/**
 * Leases deliveries that no other node has, as one bundle or individually (''). Returns the ids leased. One
 * statement, so that of two nodes one gets the whole bundle.
 */
export async function leaseDeliveries(
  db: Db,
  ids: readonly string[],
  { now, until, bundleId = '' }: { now: number; until: number; bundleId?: string },
): Promise<ReadonlySet<string>> {
  const leased = await db
    .updateTable('notification_deliveries')
    .set({ leased_until: until, attempts: sql`attempts + 1`, bundle_id: bundleId })
    .where('id', 'in', ids)
    .where('bundle_id', 'in', ['', bundleId])
    .where('state', '=', 'pending')
    .where(hasCome('leased_until', now))
    .returning('id')
    .execute();
  return new Set(leased.map(({ id }) => id));
}

export async function finishDelivery(
  db: Db,
  ids: readonly string[],
  end: { state: 'pending' | 'sent' | 'failed'; answer: string; nextAt: number; sentAt: number },
): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set({
      state: end.state,
      answer: end.answer,
      next_at: end.nextAt,
      sent_at: end.sentAt,
      leased_until: 0,
    })
    .where('id', 'in', [...ids])
    .where('state', '=', 'pending')
    .execute();
}

/** Makes pending deliveries due later, without counting an attempt. */
export async function postponeDeliveries(
  db: Db,
  ids: readonly string[],
  nextAt: number,
): Promise<void> {
  await db
    .updateTable('notification_deliveries')
    .set({ next_at: nextAt })
    .where('id', 'in', [...ids])
    .where('state', '=', 'pending')
    .execute();
}

/** Sends a delivery again, under its id; returns false if this owner has none. */
export async function requeueDelivery(
  db: Db,
  ownerId: number,
  { id, now }: { id: string; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('notification_deliveries')
    .set({ state: 'pending', next_at: now, attempts: 0, leased_until: 0, bundle_id: '' })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Criteria for deliveries; '' matches any. */
export interface DeliveryFilter {
  ownerId: number;
  state: NotificationDelivery['state'] | '';
  event: string;
}

export async function listDeliveries(
  db: Db,
  { ownerId, state, event }: DeliveryFilter,
  page: PageRequest,
): Promise<CappedPage<DeliveryRow>> {
  const matches = () => {
    let query = db.selectFrom('notification_deliveries').where('owner_id', '=', ownerId);
    if (state !== '') query = query.where('state', '=', state);
    if (event !== '') query = query.where('event', '=', event);
    return query;
  };
  const read = await readCappedPage(
    (limit) =>
      db
        .selectFrom(matches().select('id').limit(limit).as('found'))
        .select(sql<number>`count(*)`.as('count')),
    matches().selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
    page,
  );
  return { ...read, items: read.items.map(withNumbers) };
}

/**
 * Deletes deliveries that were sent or given up before a time. One-time notifications are remembered until
 * `onceBefore`.
 */
export async function deleteOldDeliveries(
  db: Db,
  { before, onceBefore }: { before: number; onceBefore: number },
): Promise<void> {
  await db
    .deleteFrom('notification_deliveries')
    .where('created_at', '<', before)
    .where('state', '!=', 'pending')
    .execute();
  const once = notificationEvents.filter((event) => 'once' in event).map(({ id }) => id);
  const old = db.deleteFrom('notification_quiet').where('told_at', '<', before);
  await old.where('event', 'not in', once).execute();
  await old.where('told_at', '<', onceBefore).execute();
}

const withNumbers = (row: DeliveryRow): DeliveryRow => ({
  ...row,
  owner_id: Number(row.owner_id),
  target_id: Number(row.target_id),
  next_at: Number(row.next_at),
  leased_until: Number(row.leased_until),
  sent_at: Number(row.sent_at),
  created_at: Number(row.created_at),
});
