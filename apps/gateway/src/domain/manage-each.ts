import { type BatchRefusal, ROLE_ADMIN, USER_ENABLED } from '@tollgate/contract';
import { AppError } from '../platform/app-error.ts';
import { findUserById } from '../store/users-repository.ts';
import type { Domain } from './domain.ts';
import { type Language, translateError } from './error-texts.ts';

/** Who applies an action to many rows, and the language of the reasons. */
interface Batch {
  ids: readonly number[];
  actor: { id: number };
  language: Language;
}

/**
 * Applies to many rows, one after the other, an action with the rules for a single one. Rows that may not be
 * changed are listed in `refused` with the reason in the caller's language; the others are changed. An
 * administrator who is demoted or disabled meanwhile changes no more.
 */
export async function manageEach(
  domain: Pick<Domain, 'store'>,
  { ids, actor, language }: Batch,
  manageOne: (id: number) => Promise<unknown>,
): Promise<{ done: number; refused: BatchRefusal[] }> {
  const unique = [...new Set(ids)];
  const refused: BatchRefusal[] = [];
  for (const id of unique) {
    try {
      await requireAdministrator(domain, actor);
      await manageOne(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, params } = error;
      refused.push({ id, code, reason: translateError(code, params, language) });
    }
  }
  return { done: unique.length - refused.length, refused };
}

async function requireAdministrator(
  { store }: Pick<Domain, 'store'>,
  { id }: Batch['actor'],
): Promise<void> {
  const user = await findUserById(store.db, id);
  const isActive = user?.status === USER_ENABLED && user.deleted_at === null;
  if (!isActive || user.role < ROLE_ADMIN) throw new AppError('forbidden');
}
