import { pageNumber, pageSize, sortOf, TASK_SORTS } from '@tollgate/contract';
import { z } from 'zod';
import { RANGE_PRESETS } from '../../ui/filters/date-range.ts';

const whole = z.coerce.number().int().min(0).catch(0);

/** The query parameters of a task list. 0 and empty mean: not set. */
export const taskQuery = z.object({
  p: pageNumber,
  page_size: pageSize,
  task_id: z.string().catch(''),
  channel_id: whole,
  status: z.string().catch(''),
  action: z.string().catch(''),
  username: z.string().catch(''),
  /** Empty if given by start and end, or not set. */
  range: z.enum(['', ...RANGE_PRESETS]).catch(''),
  start_timestamp: whole,
  end_timestamp: whole,
  sort: sortOf(TASK_SORTS),
});
export type TaskQuery = z.output<typeof taskQuery>;

/** A query without filters, on the first page. */
export const NO_FILTERS = {
  task_id: '',
  channel_id: 0,
  status: '',
  action: '',
  username: '',
  range: '',
  start_timestamp: 0,
  end_timestamp: 0,
  p: 1,
} as const;

/** Counts the active filters of a query; the time window counts once. */
export function countFilters(query: TaskQuery): number {
  return [
    query.task_id !== '',
    query.channel_id !== 0,
    query.status !== '',
    query.action !== '',
    query.username !== '',
    query.range !== '' || query.start_timestamp !== 0 || query.end_timestamp !== 0,
  ].filter(Boolean).length;
}
