import cluster from 'node:cluster';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  type Metric,
  Registry,
  type RegistryContentType,
} from 'prom-client';

/** All metrics of this process. */
export const registry = new Registry();
collectDefaults();
new Gauge({
  name: 'tollgate_worker_info',
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

/**
 * Lets the primary process read the metrics of this worker (constructing an aggregator installs the
 * listener).
 */
export function shareMetrics(): AggregatorRegistry<RegistryContentType> {
  AggregatorRegistry.setRegistries(registry);
  return new AggregatorRegistry();
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
      over();
      resolve(message.text);
    };
    const timer = setTimeout(() => over(new Error('no answer')), REPLY_TIMEOUT_MS);
    process.on('message', onMessage);
    process.send?.({ tollgate: 'metrics-wanted', id } satisfies MetricsRequest);
  });
}
