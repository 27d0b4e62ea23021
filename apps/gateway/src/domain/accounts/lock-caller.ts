import { AppError } from '../../platform/app-error.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { hasSession } from '../../store/sessions-repository.ts';
import { lockUser, type UserRow } from '../../store/users-repository.ts';
import type { Identified } from './identified.ts';

/**
 * Locks and returns the caller's user for a change that must not outlive the credential it is made with:
 * whoever ends a user's sessions and tokens holds the row until they are gone. Throws AppError not_signed_in
 * if the session or system access token has ended since it was identified, or the role or status has changed.
 */
export async function lockCaller(
  trx: StoreTransaction,
  { user, sessionId, scopes }: Identified,
): Promise<UserRow> {
  const locked = await lockUser(trx, user.id);
  const hasChanged =
    locked?.role !== user.role || locked.status !== user.status || locked.deleted_at !== null;
  if (hasChanged) throw new AppError('not_signed_in');
  const isAlive =
    sessionId === 0
      ? scopes !== undefined || locked.access_token_hash === user.access_token_hash
      : await hasSession(trx, sessionId);
  if (!isAlive) throw new AppError('not_signed_in');
  return locked;
}
