import { CHANNEL_AUTO_DISABLED, CHANNEL_ENABLED } from '@tollgate/contract';
import type { Db } from './schema.ts';

/** Lists channels that were auto-disabled because of their upstream's response, the latest first. */
export function listAutoDisabled(db: Db, limit: number) {
  return db
    .selectFrom('channels')
    .select(['id', 'name', 'status_reason', 'status_time'])
    .where('status', '=', CHANNEL_AUTO_DISABLED)
    .orderBy('status_time', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Lists enabled channels whose upstream balance (millionths of a USD) was read since a time and is below a
 * threshold.
 */
export function listLowUpstreamBalances(
  db: Db,
  { since, below, limit }: { since: number; below: number; limit: number },
) {
  return db
    .selectFrom('channels')
    .select(['id', 'name', 'balance_micros', 'balance_updated_time'])
    .where('status', '=', CHANNEL_ENABLED)
    .where('balance_updated_time', '>=', since)
    .where('balance_micros', '<', below)
    .orderBy('balance_micros')
    .orderBy('id')
    .limit(limit)
    .execute();
}
