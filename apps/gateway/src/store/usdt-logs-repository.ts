import type { Selectable } from 'kysely';
import type { Db } from './schema.ts';
import type { UsdtLogsTable } from './usdt-logs-table.ts';

/** Maximum number of rows kept. */
const USDT_LOGS_MAX = 2000;

/** Adds a line and deletes those beyond the limit. */
export async function insertUsdtLog(
  db: Db,
  row: { created_at: number; content: string },
): Promise<void> {
  const { id } = await db
    .insertInto('usdt_logs')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('usdt_logs')
    .where('id', '<=', id - USDT_LOGS_MAX)
    .execute();
}

/** Lists the newest lines first. */
export function listUsdtLogs(db: Db, limit: number): Promise<Selectable<UsdtLogsTable>[]> {
  return db.selectFrom('usdt_logs').selectAll().orderBy('id', 'desc').limit(limit).execute();
}
