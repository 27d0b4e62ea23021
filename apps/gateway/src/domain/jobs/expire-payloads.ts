import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldPayloadKeys, deleteOldPayloads } from '../../store/payloads-repository.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** Each row has some hundred kilobytes. */
const AT_ONCE = 100;
const PAUSE_MS = 20;
const DAY = 86_400;

/** Deletes payloads older than `PayloadRetentionDays`, and the keys that encrypted them. */
export function expirePayloads({
  store,
  clock,
  options,
}: Pick<Domain, 'store' | 'clock' | 'options'>): Job {
  return {
    name: 'expire-payloads',
    everyMs: 3_600_000,
    scope: 'cluster',
    byAge: true,
    async run(signal) {
      const before = nowSeconds(clock) - options.number('PayloadRetentionDays') * DAY;
      let deleted = AT_ONCE;
      while (deleted === AT_ONCE && !signal.aborted) {
        deleted = await deleteOldPayloads(store.db, { before, limit: AT_ONCE });
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      // A key is used for encryption until the end of its day.
      await deleteOldPayloadKeys(store.db, before - DAY);
    },
  };
}
