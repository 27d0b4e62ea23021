import { indexLogRows } from '../../store/log-index/index-log-rows.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** SQLite: writes down where in the log rows of each model, key, channel, … are. */
export function indexLogs({ store }: Pick<Domain, 'store'>): Job {
  return {
    name: 'place-logs',
    everyMs: 5000,
    scope: 'node',
    run: (signal) => indexLogRows(store, signal),
  };
}
