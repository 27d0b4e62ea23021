import type { SignIn } from '@tollgate/contract';
import { type SignInRow, pageSignIns } from '../../store/sign-ins-repository.ts';
import { describeDevice } from '../accounts/describe-device.ts';
import type { Domain } from '../domain.ts';

/** Returns one page of a user's sign-ins, including recent failures; newest first. */
export async function listSignIns(
  { store, signInHistory }: Pick<Domain, 'store' | 'signInHistory'>,
  userId: number,
  page: { page: number; pageSize: number },
) {
  await signInHistory.flush();
  const found = await pageSignIns(store.db, userId, page);
  return {
    items: found.items.map(presentSignIn),
    page: found.page,
    page_size: found.pageSize,
    total: found.total,
  };
}

/** Returns a sign-in as its user sees it. */
export function presentSignIn(row: SignInRow): SignIn {
  return {
    id: Number(row.id),
    time: Number(row.last_at),
    first_time: Number(row.first_at),
    method: row.method,
    failure: row.failure,
    tries: row.tries,
    ip: row.ip,
    ...describeDevice(row.user_agent),
  };
}
