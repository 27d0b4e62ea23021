import { indexLogRows } from '../../store/log-index/index-log-rows.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** SQLite: indexes which rows of the log belong to each model, key, channel and so on. */
export function indexLogs({ store }: Pick<Domain, 'store'>): Job {
  return {
    name: 'index-logs',
    everyMs: 5000,
    scope: 'node',
    run: (signal) => indexLogRows(store, signal),
  };
}
