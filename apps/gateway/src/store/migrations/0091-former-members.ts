import type { MigrationContext } from './column-kinds.ts';

/** Limits of people who left a team, which apply again if they return. */
export async function createFormerMembers({
  db,
  columns: { bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .createTable('former_team_members')
    .addColumn('team_id', bigint, (column) => column.notNull())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('day_quota', bigint, (column) => column.notNull())
    .addColumn('week_quota', bigint, (column) => column.notNull())
    .addColumn('month_quota', bigint, (column) => column.notNull())
    .addColumn('models', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('former_team_members_key', ['team_id', 'user_id'] as never)
    .execute();
  await db.schema
    .createIndex('former_team_members_by_user')
    .on('former_team_members')
    .columns(['user_id'])
    .execute();
}
