import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldTraffic } from '../../store/traffic-repository.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** One day more than the longest period that the console shows. */
const RETENTION_SECONDS = 31 * 86_400;

/** Deletes the figures of traffic rules older than a month. */
export function expireTrafficFigures({ store, clock }: Pick<Domain, 'store' | 'clock'>): Job {
  return {
    name: 'expire-traffic-figures',
    everyMs: 3_600_000,
    scope: 'cluster',
    byAge: true,
    run: () =>
      store.transaction((trx) => deleteOldTraffic(trx, nowSeconds(clock) - RETENTION_SECONDS)),
  };
}
