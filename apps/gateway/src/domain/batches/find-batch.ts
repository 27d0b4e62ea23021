import { AppError } from '../../platform/app-error.ts';
import { findOwnBatch as findRow, listOwnBatches } from '../../store/batches-repository.ts';
import type { Domain } from '../domain.ts';
import { isBatchIdFormat } from '../files/new-file-id.ts';
import type { Batch } from './batch-holds.ts';

/** Returns a batch of its owner. Throws AppError relay_batch_not_found. */
export async function findOwnBatch(
  { store }: Pick<Domain, 'store'>,
  userId: number,
  id: string,
): Promise<Batch> {
  const batch = isBatchIdFormat(id) ? await findRow(store.db, userId, id) : undefined;
  if (!batch) throw new AppError('relay_batch_not_found', { id: id.slice(0, 100), param: 'id' });
  return batch;
}

/** Returns a page of a user's batches, newest first. */
export function listBatches(
  { store }: Pick<Domain, 'store'>,
  userId: number,
  page: { after: number | undefined; limit: number },
): Promise<Batch[]> {
  return listOwnBatches(store.db, userId, page);
}
