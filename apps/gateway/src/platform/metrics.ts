import cluster from 'node:cluster';
import { collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';

/** All metrics of this process. */
export const registry = new Registry();
collectDefaults();
/** The metric that names each serving process. */
export const WORKER_INFO = 'tollgate_worker_info';
new Gauge({
  name: WORKER_INFO,
  help: 'A serving process, by process ID',
  labelNames: ['pid'],
  registers: [registry],
}).set({ pid: String(process.pid) }, 1);

/**
 * Collects Node's default metrics without the percentiles of the event loop's lag: they need a timer that wakes
 * an idle process a hundred times a second, and `tollgate_event_loop_delay` has them already.
 */
function collectDefaults(): void {
  const DAY_MS = 86_400_000;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: DAY_MS });
  for (const part of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`nodejs_eventloop_lag_${part}_seconds`);
}

/** Replaces the metric of that name, so that the newest gateway in a process wins. */
export function replaceMetric(metric: Metric, name: string): void {
  registry.removeSingleMetric(name);
  registry.registerMetric(metric);
}

const REPLY_TIMEOUT_MS = 5000;

export interface MetricsRequest {
  tollgate: 'metrics-wanted';
  id: number;
}

export interface MetricsResponse {
  tollgate: 'metrics';
  id: number;
  text: string;
}

/** The metrics of one process, as sent between processes. */
export type MetricList = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>;

/** Asks a worker for its own metrics. */
export interface MetricsQuery {
  tollgate: 'metrics-query';
  id: number;
}

/** A worker's own metrics. */
export interface MetricsReport {
  tollgate: 'metrics-report';
  id: number;
  metrics: MetricList;
}

/** Lets the primary process read the metrics of this worker. */
export function shareMetrics(): void {
  process.on('message', ({ tollgate, id }: MetricsQuery) => {
    if (tollgate !== 'metrics-query') return;
    registry.getMetricsAsJSON().then(
      (metrics) =>
        process.send?.({ tollgate: 'metrics-report', id, metrics } satisfies MetricsReport),
      // Like a worker that does not respond.
      () => {},
    );
  });
}

let requestCount = 0;

/**
 * Returns the metrics as text; in a worker, summed over all workers. Rejects when the primary process does
 * not reply.
 */
export function readMetrics(): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  const id = (requestCount += 1);
  return new Promise((resolve, reject) => {
    const over = (error?: Error) => {
      clearTimeout(timer);
      process.off('message', onMessage);
      if (error) reject(error);
    };
    const onMessage = (message: MetricsResponse) => {
      if (message.tollgate !== 'metrics' || message.id !== id) return;
      const isEmpty = message.text.trim() === '';
      over(isEmpty ? new Error('no worker responded') : undefined);
      resolve(message.text);
    };
    const timer = setTimeout(() => over(new Error('no answer')), REPLY_TIMEOUT_MS);
    process.on('message', onMessage);
    process.send?.({ tollgate: 'metrics-wanted', id } satisfies MetricsRequest);
  });
}
