import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * For which host a passkey was made: it works under no other. Those that are there count as made for the
 * present one, or for none where no address says it.
 */
export async function addPasskeyHosts({ db, columns: { text } }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('passkeys')
    .addColumn('rp_id', text, (column) => column.notNull().defaultTo(''))
    .execute();
  const { rows } = await sql<{ value: string }>`
    SELECT value FROM options WHERE key = 'ServerAddress'`.execute(db);
  const address = rows[0]?.value ?? '';
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  await sql`UPDATE passkeys SET rp_id = ${host}`.execute(db);
}
