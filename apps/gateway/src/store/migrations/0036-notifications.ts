import type { MigrationContext } from './column-kinds.ts';

/**
 * Targets, subscriptions and deliveries of notifications. Owner 0 is the site, target 0 an owner's email
 * address.
 */
export async function createNotifications({ db, columns }: MigrationContext): Promise<void> {
  const { identity, bigint, integer, text } = columns;
  await db.schema
    .createTable('notification_targets')
    .addColumn('id', identity)
    .addColumn('owner_id', bigint, (column) => column.notNull())
    .addColumn('channel', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('enabled', integer, (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('settings_cipher', text, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('notification_subscriptions')
    .addColumn('owner_id', bigint, (column) => column.notNull())
    .addColumn('target_id', bigint, (column) => column.notNull())
    .addColumn('event', text, (column) => column.notNull())
    .addColumn('enabled', integer, (column) => column.notNull())
    .addColumn('threshold', bigint)
    .addPrimaryKeyConstraint('notification_subscriptions_pk', [
      'owner_id',
      'event',
      'target_id',
    ] as never)
    .execute();
  await db.schema
    .createTable('notification_deliveries')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('owner_id', bigint, (column) => column.notNull())
    .addColumn('target_id', bigint, (column) => column.notNull())
    .addColumn('event', text, (column) => column.notNull())
    .addColumn('params', text, (column) => column.notNull())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('repeats', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', bigint, (column) => column.notNull())
    .addColumn('leased_until', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('sent_at', bigint, (column) => column.notNull().defaultTo(0))
    .addColumn('answer', text, (column) => column.notNull().defaultTo(''))
    .addColumn('created_at', bigint, (column) => column.notNull())
    .execute();
  await createQuietAndTemplates({ db, columns });
  const indexes = {
    notification_targets_by_owner: ['notification_targets', 'owner_id'],
    notification_deliveries_due: ['notification_deliveries', 'state', 'next_at'],
    notification_deliveries_by_owner: ['notification_deliveries', 'owner_id', 'created_at'],
    notification_deliveries_by_time: ['notification_deliveries', 'created_at'],
  };
  for (const [name, [table = '', ...columns]] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on(table)
      .columns(columns as never)
      .execute();
}

async function createQuietAndTemplates({
  db,
  columns: { bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('notification_quiet')
    .addColumn('owner_id', bigint, (column) => column.notNull())
    .addColumn('target_id', bigint, (column) => column.notNull())
    .addColumn('event', text, (column) => column.notNull())
    .addColumn('object', text, (column) => column.notNull())
    .addColumn('told_at', bigint, (column) => column.notNull())
    .addColumn('delivery_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('notification_quiet_pk', [
      'owner_id',
      'event',
      'object',
      'target_id',
    ] as never)
    .execute();
  await db.schema
    .createTable('notification_templates')
    .addColumn('event', text, (column) => column.notNull())
    .addColumn('language', text, (column) => column.notNull())
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('notification_templates_pk', ['event', 'language'] as never)
    .execute();
}
