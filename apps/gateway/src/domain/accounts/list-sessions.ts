import type { Session } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { listSessionsOfUser } from '../../store/sessions-repository.ts';
import type { Domain } from '../domain.ts';
import { describeDevice } from './describe-device.ts';

const LIST_MAX = 100;

/** Lists a user's active sessions, last seen first; `currentId` is the requesting session, 0 for none. */
export async function listSessions(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  userId: number,
  currentId: number,
): Promise<Session[]> {
  const now = nowSeconds(clock);
  const rows = await listSessionsOfUser(store.db, userId, { now, limit: LIST_MAX });
  return rows.map((row) => ({
    id: row.id,
    ...describeDevice(row.user_agent),
    ip: row.ip,
    created_time: row.created_at,
    last_seen_time: row.last_seen_at,
    is_current: row.id === currentId,
  }));
}
