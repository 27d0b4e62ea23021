import type { BatchRefusal } from '@tollgate/contract';
import { AppError } from '../platform/app-error.ts';
import { type Language, translateError } from './error-texts.ts';

/**
 * Applies to many rows, one after the other, an action with the rules for a single one. Rows that may not be
 * changed are listed in `refused` with the reason in the caller's language; the others are changed.
 */
export async function manageEach(
  ids: readonly number[],
  language: Language,
  manageOne: (id: number) => Promise<unknown>,
): Promise<{ done: number; refused: BatchRefusal[] }> {
  const unique = [...new Set(ids)];
  const refused: BatchRefusal[] = [];
  for (const id of unique) {
    try {
      await manageOne(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, params } = error;
      refused.push({ id, code, reason: translateError(code, params, language) });
    }
  }
  return { done: unique.length - refused.length, refused };
}
