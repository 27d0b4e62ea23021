import { setTimeout as wait } from 'node:timers/promises';
import { nowSeconds } from '../../platform/clock.ts';
import { deleteLogsBefore } from '../../store/delete-logs.ts';
import { findLastLogId } from '../../store/logs-repository.ts';
import type { Domain } from '../domain.ts';
import { archiveLogs } from '../log/log-archive.ts';
import type { Job } from './job.ts';

const DAY = 86_400;
/** Between two batches: calls have the process and the disk for most of the time. */
const REST_MS = 20;

type ExpireLogsContext = Pick<Domain, 'store' | 'clock' | 'options' | 'log' | 'wallet' | 'config'>;

/**
 * Deletes log rows that are older than `LogRetentionDays`; 0 keeps all. With LOG_ARCHIVE_DIR they are
 * appended to compressed files before. Balances, ledger and statistics by quarter of an hour stay.
 */
export function expireLogs({ store, clock, options, log, wallet, config }: ExpireLogsContext): Job {
  return {
    name: 'expire-logs',
    everyMs: 600_000,
    scope: 'cluster',
    async run(signal) {
      const days = options.number('LogRetentionDays');
      if (days === 0) return;
      const before = nowSeconds(clock) - days * DAY;
      const folder = config.LOG_ARCHIVE_DIR;
      // Calls that end meanwhile are not yet in the balances.
      const lastId = await findLastLogId(store.db);
      await wallet.flush();
      const count = await deleteLogsBefore(store, {
        before,
        lastId,
        signal,
        keep: folder === undefined ? undefined : (rows) => archiveLogs(folder, rows),
        rest: () => wait(REST_MS),
      });
      if (count > 0) log.info({ count, before }, 'deleted old log entries');
    },
  };
}
