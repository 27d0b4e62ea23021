import { Gauge } from 'prom-client';
import { replaceMetric } from '../../platform/metrics.ts';
import type { RedisLink } from '../../platform/redis-link.ts';
import type { Store } from '../../store/open-store.ts';
import type { LogSource } from '../log/log-source.ts';

/** Exports whether the database and Redis (if configured) respond to this node, as of the last check. */
export function exportDependencyMetrics({
  store,
  redis,
  logs,
}: {
  readonly store: Store;
  readonly redis: RedisLink | undefined;
  readonly logs: Pick<LogSource, 'isUp'>;
}): void {
  const name = 'tollgate_dependency_up';
  replaceMetric(
    new Gauge({
      name,
      help: '1 while a dependency (`database`; `redis` and `log_store` where configured) responds; of several workers the lowest',
      labelNames: ['dependency'],
      registers: [],
      aggregator: 'min',
      collect() {
        this.set({ dependency: 'database' }, store.isUp ? 1 : 0);
        if (logs.isUp !== undefined) this.set({ dependency: 'log_store' }, logs.isUp ? 1 : 0);
        if (redis) this.set({ dependency: 'redis' }, redis.isUp ? 1 : 0);
      },
    }),
    name,
  );
}
