import { AppError } from '../../platform/app-error.ts';
import { countRunningBatches } from '../../store/batches-repository.ts';
import type { Domain } from '../domain.ts';
import type { Db } from '../../store/schema.ts';

/** Reports that a user has as many unfinished batches as the option allows, or creates one already. */
export function tooManyBatches({ options }: Pick<Domain, 'options'>): AppError {
  const limit = options.number('BatchesPerUserMax');
  return new AppError('relay_too_many_batches', { limit }, { retryAfterSeconds: 10 });
}

/** Throws AppError relay_too_many_batches if a user may have no further unfinished batch. */
export async function requireRoomForBatch(
  db: Db,
  domain: Pick<Domain, 'options'>,
  userId: number,
): Promise<void> {
  const count = await countRunningBatches(db, userId);
  if (count >= domain.options.number('BatchesPerUserMax')) throw tooManyBatches(domain);
}
