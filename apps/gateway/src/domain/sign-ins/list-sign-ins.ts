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
  const signInPage = await pageSignIns(store.db, userId, page);
  return {
    items: signInPage.items.map(presentSignIn),
    page: signInPage.page,
    page_size: signInPage.pageSize,
    total: signInPage.total,
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
