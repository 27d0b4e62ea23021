import type { BatchRefusal, UserBatch } from '@tollgate/contract';
import type { Language } from '../error-texts.ts';
import { manageEach } from '../manage-each.ts';
import { type Actor, editUser, manageUser } from './user-administration.ts';

/** What the rules for a single user require. */
type BatchContext = Parameters<typeof editUser>[0];

/**
 * Applies to many users, one after the other, an action with the rules for a single one. Users who may not be
 * changed (oneself, the same or a higher role, deleted) are listed in `refused` with the reason; the others
 * are changed.
 */
export async function manageUsers(
  domain: BatchContext,
  actor: Actor,
  batch: UserBatch,
  language: Language,
): Promise<{ done: number; refused: BatchRefusal[] }> {
  return manageEach(domain, { ids: batch.ids, actor, language }, (id) =>
    manageOne(domain, actor, id, batch),
  );
}

async function manageOne(
  domain: BatchContext,
  actor: Actor,
  id: number,
  { action, group }: UserBatch,
): Promise<void> {
  if (action !== 'group') {
    await manageUser(domain, actor, { id, action });
    return;
  }
  await editUser(domain, actor, { id, group });
}
