import { setMergedDetails } from '../../store/imports-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { updateUser, type UserRow } from '../../store/users-repository.ts';
import type { ImportedUser } from './map-user.ts';

/** Whether the imported password applies: it does unless one has been chosen here. */
export const replacesPassword = (user: ImportedUser, existing: UserRow): boolean =>
  existing.factory_password === 1 && user.passwordHash !== null;

/**
 * Gives an imported account's properties to the account of the same person here: people keep inviting with
 * its code, and programs keep using its access token. Email address, remark and access token stay if they
 * have been set here.
 */
export async function mergeUser(
  trx: StoreTransaction,
  {
    user,
    existing,
    tokenHash,
  }: { user: ImportedUser; existing: UserRow; tokenHash: string | undefined },
): Promise<void> {
  const hasEmail = existing.email !== null || user.email === '';
  await setMergedDetails(trx, existing.id, {
    remark: existing.remark || user.remark,
    aff_code: user.affCode || existing.aff_code,
    aff_count: existing.aff_count + user.affCount,
    aff_history_quota: existing.aff_history_quota + user.affHistory,
  });
  await updateUser(trx, existing.id, {
    group: user.group,
    ...(tokenHash === undefined ? {} : { access_token_hash: tokenHash }),
    ...(replacesPassword(user, existing)
      ? { password_hash: user.passwordHash, factory_password: 0 }
      : {}),
    ...(hasEmail ? {} : { email: user.email, email_lower: user.email.toLowerCase() }),
  });
}
