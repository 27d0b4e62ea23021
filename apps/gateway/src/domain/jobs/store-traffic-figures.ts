import type { Domain } from '../domain.ts';
import type { Job } from './job.ts';

/** Stores the figures of traffic rules, every 10 seconds. */
export function storeTrafficFigures({ traffic }: Pick<Domain, 'traffic'>): Job {
  return {
    name: 'store-traffic-figures',
    everyMs: 10_000,
    scope: 'node',
    run: () => traffic.figures.flush(),
  };
}
