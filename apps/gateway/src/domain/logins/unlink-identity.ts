import type { LoginProviderId } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { takeIdentity } from '../../store/user-identities-repository.ts';
import { lockAsSeen } from '../accounts/lock-as-seen.ts';
import { identityProof, recordUserProof } from '../accounts/user-proofs.ts';
import type { UserRow } from '../accounts/users.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { requireLoginMethod } from './require-login-method.ts';

/**
 * Unlinks a user's identity at a login provider, which may then be bound to another account. Throws AppError
 * identity_not_linked or user_changed, and last_way_in if no other login method is left.
 */
export async function unlinkIdentity(
  domain: Pick<Domain, 'changes' | 'keyring' | 'options'>,
  user: Pick<UserRow, 'id' | 'username' | 'role' | 'status'>,
  provider: LoginProviderId,
): Promise<void> {
  await domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
    await lockAsSeen(trx, user);
    const removed = await takeIdentity(trx, { provider, user_id: user.id });
    if (!removed) throw new AppError('identity_not_linked');
    await requireLoginMethod(trx, domain, user.id);
    // An imported account never proved it here.
    await recordUserProof(trx, domain, user.id, identityProof(removed));
    noteAudited({
      id: user.id,
      name: user.username,
      before: { [provider]: removed.subject },
      after: { [provider]: '' },
    });
  });
}
