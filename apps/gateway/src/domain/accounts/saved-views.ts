import { type SavedView, VIEWS_PER_LIST_MAX } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  deleteUserView,
  listUserViews,
  saveUserView,
  type UserViewRow,
} from '../../store/user-views-repository.ts';
import { lockUser } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';

type ViewContext = Pick<Domain, 'store' | 'clock'>;

/** Reads a user's saved views of a list, by name. */
export async function readViews(
  { store }: ViewContext,
  userId: number,
  list: string,
): Promise<SavedView[]> {
  const rows = await listUserViews(store.db, { userId, list, limit: VIEWS_PER_LIST_MAX });
  return rows.map(present);
}

/** Saves the filters of a list under a name, replacing those it had. Throws AppError view_too_many. */
export async function saveView(
  { store, clock }: ViewContext,
  userId: number,
  { list, name, search }: Omit<SavedView, 'id'>,
): Promise<SavedView> {
  const view = { user_id: userId, list, name, search, saved_at: nowSeconds(clock) };
  return store.transaction(async (trx) => {
    // Serializes concurrent requests, so that each counts those before it.
    await lockUser(trx, userId);
    const rows = await listUserViews(trx, { userId, list, limit: VIEWS_PER_LIST_MAX });
    if (rows.length >= VIEWS_PER_LIST_MAX && rows.every((row) => row.name !== name))
      throw new AppError('view_too_many', { limit: VIEWS_PER_LIST_MAX });
    return present(await saveUserView(trx, view));
  });
}

/** Deletes one of the user's views. Throws AppError view_not_found if it is missing or somebody else's. */
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
