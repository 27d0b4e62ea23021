import type { BatchRefusal } from '@tollgate/contract';
import { AppError } from '../platform/app-error.ts';
import { type Language, translateError } from './error-texts.ts';

/**
 * Does to each of many rows what can be done to one, one after the other by the rules for one. Those
 * that may not be changed stand in `refused` with the reason in the caller's language; the others are.
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
