import { AggregatorRegistry } from 'prom-client';
import { type MetricList, type MetricsQuery, WORKER_INFO } from './platform/metrics.ts';

/** The part of a worker process used here. */
export interface MetricsWorker {
  readonly id: number;
  isConnected(): boolean;
  send(message: MetricsQuery): unknown;
}

/** How long workers are waited for: scrapers give up after some seconds. */
const RESPONSE_MS = 1000;

interface Reading {
  missing: Set<number>;
  complete: () => void;
}

/**
 * The sum of the workers' metrics. A worker that does not respond, frozen or too busy, counts with its previous
 * response, so that no counter falls, but no longer as a serving process. One that is starting has none yet.
 */
export class WorkerMetrics {
  readonly #responseMs: number;
  readonly #latest = new Map<number, { reading: number; metrics: MetricList }>();
  readonly #readings = new Map<number, Reading>();
  #count = 0;

  constructor(responseMs: number = RESPONSE_MS) {
    this.#responseMs = responseMs;
  }

  /** Returns the metrics of these workers as one text. */
  async read(workers: readonly MetricsWorker[]): Promise<string> {
    const asked = workers.filter((worker) => worker.isConnected());
    const reading = (this.#count += 1);
    await this.#ask(asked, reading);
    const lists = asked.flatMap(({ id }) => {
      const latest = this.#latest.get(id);
      if (latest === undefined) return [];
      const { metrics } = latest;
      return [latest.reading >= reading ? metrics : metrics.filter(isOfThePast)];
    });
    return AggregatorRegistry.aggregate(lists).metrics();
  }

  /** Takes a worker's response. */
  receive(worker: number, reading: number, metrics: MetricList): void {
    if (reading > (this.#latest.get(worker)?.reading ?? 0))
      this.#latest.set(worker, { reading, metrics });
    const pending = this.#readings.get(reading);
    pending?.missing.delete(worker);
    if (pending?.missing.size === 0) pending.complete();
  }

  /** Forgets a worker that has ended. */
  forget(worker: number): void {
    this.#latest.delete(worker);
  }

  async #ask(workers: readonly MetricsWorker[], reading: number): Promise<void> {
    if (workers.length === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#responseMs);
      const complete = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#readings.set(reading, { missing: new Set(workers.map(({ id }) => id)), complete });
      for (const worker of workers) worker.send({ tollgate: 'metrics-query', id: reading });
    });
    this.#readings.delete(reading);
  }
}

const isOfThePast = ({ name }: MetricList[number]) => name !== WORKER_INFO;
