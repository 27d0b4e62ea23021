import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldPayloadKeys, deleteOldPayloads } from '../../store/payloads-repository.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** Rows of some hundred kilobytes each. */
const AT_ONCE = 100;
const PAUSE_MS = 20;
const DAY = 86_400;

/** Deletes payloads that are older than `PayloadRetentionDays`, and the keys that they were sealed with. */
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
      // A key seals until the end of its day.
      await deleteOldPayloadKeys(store.db, before - DAY);
    },
  };
}
