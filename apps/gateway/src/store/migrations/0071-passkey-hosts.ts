import { sql } from 'kysely';
import type { MigrationContext } from './column-kinds.ts';

/**
 * The host for which a passkey was created: it works for no other. Existing ones are assigned to the current
 * host, or to none if no address is configured.
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
