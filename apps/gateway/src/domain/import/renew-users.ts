import { USER_ENABLED } from '@tollgate/contract';
import { findImportedUsers } from '../../store/imports-repository.ts';
import { updateUser } from '../../store/users-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import {
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
  await run.target.store.transaction(async (trx) => {
    const seen = await readImportedBalances(
      trx,
      known.map(({ id }) => id),
      run.name,
    );
    for (const { user, id } of known) {
      const balance = seen.get(id);
      if (balance && !balance.isUntouched && balance.booked !== user.quota)
        run.findings.add('users', 'user_not_renewed', user.username, user.quota);
      if (balance?.isUntouched) run.untouched.add(id);
      if (balance?.isUntouched && balance.quota !== user.quota) run.counts.users.renewed += 1;
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
      { at: run.now, actorId: run.actor.id, seen },
    );
    await renewAccounts(
      run,
      trx,
      known.filter(({ id }) => renewed.has(id)),
    );
  });
}

/** A password chosen or rehashed here stays, and so does what was disabled or deleted here. */
async function renewAccounts(
  run: ImportRun,
  trx: StoreTransaction,
  renewed: readonly { user: ImportedUser; id: number }[],
): Promise<void> {
  const rows = await findImportedUsers(
    trx,
    renewed.map(({ id }) => id),
  );
  for (const { user, id } of renewed) {
    const row = rows.get(id);
    if (!row) continue;
    const isOfSource = row.password_hash === null || row.password_hash.startsWith('$2');
    const deletedAt = user.deletedAt === 0 ? run.now : user.deletedAt;
    const changes = {
      ...(row.status === USER_ENABLED && user.status !== row.status ? { status: user.status } : {}),
      ...(row.deleted_at === null && deletedAt !== null ? { deleted_at: deletedAt } : {}),
      ...(isOfSource && user.passwordHash !== null && user.passwordHash !== row.password_hash
        ? { password_hash: user.passwordHash }
        : {}),
    };
    if (Object.keys(changes).length > 0) await updateUser(trx, id, changes);
  }
}
