import type { MigrationContext } from './column-kinds.ts';

/** Which imported hash a login replaced, so that a later import recognizes the password (ADR 99). */
export async function addRehashedFrom({ db, columns: { text } }: MigrationContext): Promise<void> {
  await db.schema.alterTable('users').addColumn('rehashed_from', text).execute();
}
