import { foldUsername } from '../../store/users-repository.ts';

/**
 * Folds what was typed as a login name to one text for all spellings that lead to the same account; attempts
 * are counted by it.
 */
export const foldLoginName = (typed: string): string => foldUsername(typed.trim());
