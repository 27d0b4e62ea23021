import type { BatchRefusal, UserBatch } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { type Language, translateError } from '../error-texts.ts';
import { type Actor, editUser, manageUser } from './user-administration.ts';

/** What the rules for one user need. */
type BatchContext = Parameters<typeof editUser>[0];

/**
 * Does to many users what can be done to one, one after the other by the rules for one. Who may not be
 * changed (oneself, the same or a higher role, deleted) stands in `refused` with the reason; the others are.
 */
export async function manageUsers(
  domain: BatchContext,
  actor: Actor,
  batch: UserBatch,
  language: Language,
): Promise<{ done: number; refused: BatchRefusal[] }> {
  const ids = [...new Set(batch.ids)];
  const refused: BatchRefusal[] = [];
  for (const id of ids) {
    try {
      await manageOne(domain, actor, id, batch);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, params } = error;
      refused.push({ id, code, reason: translateError(code, params, language) });
    }
  }
  return { done: ids.length - refused.length, refused };
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
