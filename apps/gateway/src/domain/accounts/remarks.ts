import { AppError } from '../../platform/app-error.ts';
import { setRemark } from '../../store/users-repository.ts';
import { noteAudited } from '../audit/audit-scope.ts';
import type { Domain } from '../domain.ts';
import { lockAsSeen } from './lock-as-seen.ts';
import type { UserRow } from './users.ts';

/** Replaces the administrators' remark about a user, who never sees it. Throws AppError user_changed. */
export async function writeRemark(
  { store }: Pick<Domain, 'store'>,
  target: UserRow,
  { remark, before }: { remark: string; before: string },
): Promise<void> {
  await store.transaction(async (trx) => {
    await lockAsSeen(trx, target);
    if (!(await setRemark(trx, target.id, { remark, before }))) throw new AppError('user_changed');
    const { id, username: name } = target;
    noteAudited({ id, name, before: { remark: before }, after: { remark } });
  });
}
