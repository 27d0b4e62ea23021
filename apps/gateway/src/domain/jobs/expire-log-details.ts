import { setTimeout as wait } from 'node:timers/promises';
import { nowSeconds } from '../../platform/clock.ts';
import { expireLogDetails } from '../../store/expire-log-details.ts';
import { lowerDetailMark } from '../../store/log-details-repository.ts';
import { findLogStore, noteLogStore } from '../../store/log-store/log-stores-repository.ts';
import { findLastLogId } from '../../store/logs-repository.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

const DAY = 86_400;
/** Pause between two batches, so that calls have most of the process and disk time. */
const REST_MS = 20;

type ExpireDetailsContext = Pick<Domain, 'store' | 'clock' | 'options' | 'log' | 'logs' | 'wallet'>;

/** Deletes details of calls older than `LogDetailRetentionDays`; 0 keeps them as long as the calls. */
export function expireLogDetailsJob(context: ExpireDetailsContext): Job {
  const { store, clock, options, log, wallet } = context;
  return {
    name: 'expire-log-details',
    everyMs: 600_000,
    scope: 'cluster',
    byAge: true,
    async run(signal) {
      const days = options.number('LogDetailRetentionDays');
      // Rows that arrive until the retention is set again have details.
      if (days === 0) return lowerDetailMark(store.db, 0);
      const before = nowSeconds(clock) - days * DAY;
      // Flushes first, because calls that end later are not yet in the balances.
      const lastId = await findLastLogId(store.db);
      await wallet.flush();
      const rest = () => wait(REST_MS);
      const { from, count } = await expireLogDetails(store, { before, lastId, rest, signal });
      if (count > 0) log.info({ count, before }, 'deleted details of old calls');
      if (!signal.aborted) await follow(context, { from, before });
    },
  };
}

/** Deletes details in a log store too, by whole days, because every deletion rewrites much data there. */
async function follow(
  { store, logs }: ExpireDetailsContext,
  { from, before }: { from: number; before: number },
): Promise<void> {
  const { table } = logs;
  const progress = table && (await findLogStore(store.db, await table.readId()));
  if (!progress) return;
  const until = before - (before % DAY);
  const since = Math.min(from, progress.details_before);
  if (since >= until) return;
  await table.expireDetails(since, until);
  await noteLogStore(store.db, progress.id, { details_before: until });
}
