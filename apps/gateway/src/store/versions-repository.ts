import { sql } from 'kysely';
import type { Db } from './schema.ts';

/**
 * Assigns a number to a change of a topic, inside the transaction that makes it. The row stays locked until
 * that ends, so numbers have no gaps and changes of one topic queue up.
 */
export async function nextVersion(trx: Db, topic: string): Promise<number> {
  const row = await trx
    .insertInto('versions')
    .values({ topic, version: 1 })
    .onConflict((conflict) =>
      conflict.column('topic').doUpdateSet({ version: sql<number>`versions.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return row.version;
}

/** Lists the number of the latest change of every topic that has changed. */
export function listVersions(db: Db): Promise<{ topic: string; version: number }[]> {
  return db.selectFrom('versions').selectAll().execute();
}
