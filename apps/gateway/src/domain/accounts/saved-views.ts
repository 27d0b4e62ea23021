import { type SavedView, VIEWS_PER_LIST_MAX } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  deleteUserView,
  listUserViews,
  saveUserView,
  type UserViewRow,
} from '../../store/user-views-repository.ts';
import { holdUser } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';

type ViewContext = Pick<Domain, 'store' | 'clock'>;

/** The views that a user keeps of a list, by name. */
export async function readViews(
  { store }: ViewContext,
  userId: number,
  list: string,
): Promise<SavedView[]> {
  const rows = await listUserViews(store.db, { userId, list, limit: VIEWS_PER_LIST_MAX });
  return rows.map(present);
}

/** Keeps filters of a list under a name, in place of those that had it. Throws AppError view_too_many. */
export async function saveView(
  { store, clock }: ViewContext,
  userId: number,
  { list, name, search }: Omit<SavedView, 'id'>,
): Promise<SavedView> {
  const view = { user_id: userId, list, name, search, saved_at: nowSeconds(clock) };
  return store.transaction(async (trx) => {
    // Of many at once each counts those before.
    await holdUser(trx, userId);
    const rows = await listUserViews(trx, { userId, list, limit: VIEWS_PER_LIST_MAX });
    if (rows.length >= VIEWS_PER_LIST_MAX && rows.every((row) => row.name !== name))
      throw new AppError('view_too_many', { limit: VIEWS_PER_LIST_MAX });
    return present(await saveUserView(trx, view));
  });
}

/** Deletes an own view; somebody else's looks like a missing one: AppError view_not_found. */
export async function removeView(
  { store }: ViewContext,
  userId: number,
  id: number,
): Promise<void> {
  if (!(await deleteUserView(store.db, userId, id))) throw new AppError('view_not_found');
}

function present({ id, list, name, search }: UserViewRow): SavedView {
  return { id, list, name, search };
}
