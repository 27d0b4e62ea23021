import { AppError } from '../../platform/app-error.ts';
import { changeRunningBatch } from '../../store/batches-repository.ts';
import type { Domain } from '../domain.ts';
import { openChannelOf } from '../files/file-channel.ts';
import { cancelUpstream } from './batch-poller.ts';
import type { Batch } from './batch-holds.ts';
import { isFinalBatch } from './batch-report.ts';

/**
 * Asks the provider to cancel a batch, which is settled once the provider has ended it. Throws AppError
 * relay_batch_not_cancellable, and FileProviderError.
 */
export async function cancelBatch(
  domain: Pick<Domain, 'store' | 'clock' | 'catalog' | 'fileTools'>,
  batch: Batch,
): Promise<Batch> {
  const { store, clock, catalog } = domain;
  const cancelling = (status: string) =>
    new AppError('relay_batch_not_cancellable', { status: status || batch.status });
  if (batch.ended_at !== 0 || isFinalBatch(batch.status)) throw cancelling(batch.status);
  await cancelUpstream(domain, openChannelOf(catalog, batch), batch.upstream_id);
  const now = clock.nowMs();
  const times = { ...(JSON.parse(batch.times) as object), cancelling_at: Math.floor(now / 1000) };
  const changed = await changeRunningBatch(store.db, batch.id, {
    status: 'cancelling',
    times: JSON.stringify(times),
    next_check_at: now,
  });
  if (!changed) throw cancelling('completed');
  return changed;
}
