import type { Session } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { listSessionsOfUser, type SessionRow } from '../../store/sessions-repository.ts';
import type { Domain } from '../domain.ts';
import { describeDevice } from './describe-device.ts';

const LIST_MAX = 100;

/** Lists a user's active sessions, the last 100 seen first; `currentId` is the requesting session, 0 for none. */
export async function listSessions(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  userId: number,
  currentId: number,
): Promise<Session[]> {
  const now = nowSeconds(clock);
  const rows = await listSessionsOfUser(store.db, userId, { now, limit: LIST_MAX });
  return rows.map((row) => ({ ...presentSession(row), is_current: row.id === currentId }));
}

/** Returns a session as its user sees it, except whether it is the requesting one. */
export const presentSession = (row: SessionRow): Omit<Session, 'is_current'> => ({
  id: row.id,
  ...describeDevice(row.user_agent),
  ip: row.ip,
  created_time: row.created_at,
  last_seen_time: row.last_seen_at,
});
