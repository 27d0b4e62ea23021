import { Gauge } from 'prom-client';
import { replaceMetric } from '../../platform/metrics.ts';
import type { Domain } from '../domain.ts';

/** Shows whether the database and Redis (where there is one) answer this node, as was last seen. */
export function showDependencies({ store, redis }: Pick<Domain, 'store' | 'redis'>): void {
  const name = 'tollgate_dependency_up';
  replaceMetric(
    new Gauge({
      name,
      help: '1 while a dependency (`database`, `redis` where there is one) answers; of several workers the lowest',
      labelNames: ['dependency'],
      registers: [],
      aggregator: 'min',
      collect() {
        this.set({ dependency: 'database' }, store.isUp ? 1 : 0);
        if (redis) this.set({ dependency: 'redis' }, redis.isUp ? 1 : 0);
      },
    }),
    name,
  );
}
