import { USER_ENABLED } from '@tollgate/contract';
import { digestOfHash } from '../../platform/passwords.ts';
import { findImportedUsers, type ImportedAccount } from '../../store/imports-repository.ts';
import { updateUser, type UserChanges } from '../../store/users-repository.ts';
import {
  isSameBalance,
  readImportedBalances,
  renewImportedBalances,
} from '../wallet/store/renew-imported-balances.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportedUser } from './map-user.ts';

/**
 * Updates what changed in the source since an earlier run: balances, passwords and status of users whose
 * balance has not been used here yet. All others stay as they are, and are reported if their balances differ.
 */
export async function renewUsers(run: ImportRun, users: readonly ImportedUser[]): Promise<void> {
  const known = users.flatMap((user) => {
    const id = run.users.get(user.sourceId);
    return id === undefined ? [] : [{ user, id }];
  });
  const ids = known.map(({ id }) => id);
  await run.target.store.transaction(async (trx) => {
    const importedBalances = await readImportedBalances(trx, ids, run.name);
    const accounts = await findImportedUsers(trx, ids);
    const changed = new Map<number, UserChanges>();
    for (const { user, id } of known) {
      const balance = importedBalances.get(id);
      if (balance && !balance.isUntouched && balance.booked !== user.quota)
        run.findings.add('users', 'user_not_renewed', user.username, user.quota);
      if (!balance?.isUntouched) continue;
      run.untouched.add(id);
      const changes = changesOf(run, user, accounts.get(id));
      changed.set(id, changes);
      if (!isSameBalance(balance, user) || Object.keys(changes).length > 0)
        run.counts.users.renewed += 1;
    }
    if (run.dryRun) return;
    const renewed = await renewImportedBalances(
      trx,
      known.map(({ user, id }) => ({
        userId: id,
        quota: user.quota,
        usedQuota: user.usedQuota,
        requestCount: user.requestCount,
        reference: `import-renewed:${run.name}:${user.sourceId}`,
        reason: `balance renewed from ${run.name}, users.id ${user.sourceId}`,
      })),
      { at: run.now, actorId: run.actor.id, seen: importedBalances },
    );
    for (const [id, changes] of changed)
      if (renewed.has(id) && Object.keys(changes).length > 0) await updateUser(trx, id, changes);
  });
}

/** What changes in an account. A password chosen here stays, and so does what was disabled or deleted here. */
function changesOf(
  run: ImportRun,
  user: ImportedUser,
  account: ImportedAccount | undefined,
): UserChanges {
  if (!account) return {};
  const deletedAt = user.deletedAt === 0 ? run.now : user.deletedAt;
  return {
    ...(account.status === USER_ENABLED && user.status !== account.status
      ? { status: user.status }
      : {}),
    ...(account.deleted_at === null && deletedAt !== null ? { deleted_at: deletedAt } : {}),
    ...(takesPassword(account, user.passwordHash)
      ? { password_hash: user.passwordHash, rehashed_from: null }
      : {}),
  };
}

/** Whether the source has another password, and the account has none that was chosen here. */
function takesPassword(
  { password_hash: here, rehashed_from: replaced }: ImportedAccount,
  there: string | null,
): boolean {
  if (there === null) return false;
  // A login replaces the hash of an imported password by a better one.
  if (replaced !== null) return replaced !== digestOfHash(there);
  return here === null || (here.startsWith('$2') && here !== there);
}
