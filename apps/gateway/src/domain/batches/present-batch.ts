import type { Batch } from './batch-holds.ts';
import { BATCH_TIMES, isFinalBatch } from './batch-report.ts';

/** Returns a batch as its owner sees it through the relay. An unsettled one has no end and no output. */
export function presentBatch(batch: Batch): Record<string, unknown> {
  const times = JSON.parse(batch.times) as Record<string, number>;
  const isSettled = batch.ended_at !== 0;
  const status = isSettled || !isFinalBatch(batch.status) ? batch.status : 'finalizing';
  return {
    id: batch.batch_id,
    object: 'batch',
    endpoint: batch.endpoint,
    model: batch.model_name,
    errors:
      batch.errors === '' ? null : { object: 'list', data: JSON.parse(batch.errors) as unknown },
    input_file_id: batch.input_file_id,
    completion_window: batch.completion_window,
    status,
    output_file_id: batch.output_file_id || null,
    error_file_id: batch.error_file_id || null,
    created_at: batch.created_at,
    ...Object.fromEntries(BATCH_TIMES.map((name) => [name, times[name] ?? null])),
    request_counts: { total: batch.total, completed: batch.completed, failed: batch.failed },
    metadata: JSON.parse(batch.metadata) as unknown,
  };
}
