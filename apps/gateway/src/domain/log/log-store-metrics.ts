import { Gauge } from 'prom-client';
import { replaceMetric } from '../../platform/metrics.ts';
import type { LogSource } from './log-source.ts';

/**
 * Exports how much is waiting to be shipped to the log store, and what it lost; without values if there is
 * none.
 */
export function exportLogStoreMetrics(logs: LogSource): void {
  const show = (name: string, help: string, read: () => number) =>
    replaceMetric(
      new Gauge({
        name,
        help,
        registers: [],
        // All nodes see the same backlog.
        aggregator: 'max',
        collect() {
          if (logs.table) this.set(read());
        },
      }),
      name,
    );
  show(
    'tollgate_log_store_backlog_rows',
    'Rows of the usage log that wait to be shipped to the log store, at most',
    () => logs.backlog.rows,
  );
  show(
    'tollgate_log_store_backlog_seconds',
    'Age of the oldest row that waits to be shipped to the log store; 0 if there is none',
    () => logs.backlog.seconds,
  );
  show(
    'tollgate_log_store_missing_rows',
    'Rows of the usage log that the log store took and lost, as of the last comparison; 0 if none are known to be missing',
    () => logs.losses.missingRows,
  );
  show(
    'tollgate_log_store_refilled_timestamp_seconds',
    'When the log store was last refilled because rows were missing; 0 if never',
    () => logs.losses.refilledAt,
  );
}
