import { nowSeconds } from '../../platform/clock.ts';
import { deleteOldTraffic } from '../../store/traffic-repository.ts';
import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** A day more than the longest period that is shown. */
const KEPT_SECONDS = 31 * 86_400;

/** Removes what traffic rules came to more than a month ago. */
export function expireTrafficFigures({ store, clock }: Pick<Domain, 'store' | 'clock'>): Job {
  return {
    name: 'expire-traffic-figures',
    everyMs: 3_600_000,
    scope: 'cluster',
    run: () => store.transaction((trx) => deleteOldTraffic(trx, nowSeconds(clock) - KEPT_SECONDS)),
  };
}
