import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * Teams: users of another kind, their members and invitations, and who created each of their keys (ADR 63).
 */
export async function createTeams({
  db,
  columns: { identity, bigint, text },
}: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('kind', text, (column) => column.notNull().defaultTo('person'))
    .execute();
  await db.schema
    .alterTable('tokens')
    .addColumn('created_by', bigint, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('team_members')
    .addColumn('team_id', bigint, (column) => column.notNull())
    .addColumn('user_id', bigint, (column) => column.notNull())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('joined_at', bigint, (column) => column.notNull())
    .addPrimaryKeyConstraint('team_members_key', ['team_id', 'user_id'] as never)
    .execute();
  await db.schema
    .createTable('team_invitations')
    .addColumn('id', identity)
    .addColumn('team_id', bigint, (column) => column.notNull())
    .addColumn('role', text, (column) => column.notNull())
    .addColumn('invitee', text, (column) => column.notNull())
    .addColumn('invitee_folded', text, (column) => column.notNull())
    .addColumn('code_hash', text, (column) => column.unique())
    .addColumn('invited_by', bigint, (column) => column.notNull())
    .addColumn('created_at', bigint, (column) => column.notNull())
    .addColumn('expires_at', bigint, (column) => column.notNull())
    .execute();
  await sql`CREATE UNIQUE INDEX team_members_owner ON team_members (team_id) WHERE role = 'owner'`.execute(
    db,
  );
  const indexes = {
    team_members_by_user: ['team_members', 'user_id'],
    team_invitations_by_team: ['team_invitations', 'team_id'],
    team_invitations_by_invitee: ['team_invitations', 'invitee_folded'],
    users_by_kind: ['users', 'kind', 'id'],
  };
  for (const [name, [table = '', ...columns]] of Object.entries(indexes))
    await db.schema
      .createIndex(name)
      .on(table)
      .columns(columns as never)
      .execute();
}
