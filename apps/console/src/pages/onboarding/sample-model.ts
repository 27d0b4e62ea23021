import type { Token } from '@tollgate/contract';
import { guessModel } from '../playground/guess-model.ts';

/** The default model. */
const USUAL_MODEL = 'gpt-5-mini';

/** Returns a model for sample calls with a key: a chat model that the key may call. */
export function sampleModel(
  key: Pick<Token, 'model_limits' | 'model_limits_enabled'>,
  callable: readonly string[],
): string {
  const allowed = key.model_limits_enabled ? key.model_limits.split(',') : callable;
  return guessModel(allowed, 'chat') || USUAL_MODEL;
}
