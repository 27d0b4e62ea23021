import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * What running streams have delivered, charged at the next start if their process is killed (ADR 131). Only
 * on SQLite: elsewhere the notes are in each node's journal.
 */
export async function createStreamNotes({ db, columns }: MigrationContext): Promise<void> {
  if (columns.kind !== 'sqlite') return;
  await db.schema
    .createTable('stream_notes')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .modifyEnd(sql`WITHOUT ROWID`)
    .execute();
}
