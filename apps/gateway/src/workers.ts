import cluster, { type Worker } from 'node:cluster';
import type { Logger } from './platform/logger.ts';
import type { MetricsReport, MetricsRequest, MetricsResponse } from './platform/metrics.ts';
import { WorkerMetrics } from './worker-metrics.ts';

/** A worker's message once it serves. */
export interface ServingMessage {
  tollgate: 'serving';
  lines: string[];
}

type WorkerMessage = ServingMessage | MetricsRequest | MetricsReport;

const RESTART_AFTER_MS = 1000;

export interface WorkersOptions {
  count: number;
  log: Logger;
  /** Called with the first worker's lines once it serves. */
  serving: (lines: string[]) => void;
}

/**
 * Starts worker processes that share one port, the first alone (it migrates the database and creates the
 * first user), and restarts those that die. Resolves when all have ended after a signal.
 */
export function runWorkers({ count, log, serving }: WorkersOptions): Promise<void> {
  const metrics = new WorkerMetrics();
  let stopping = false;

  const start = (number: number): Worker => {
    const worker = cluster.fork({ WORKER_NUMBER: String(number) });
    worker.on('message', (message: WorkerMessage) => {
      if (message.tollgate === 'metrics-wanted') void sendMetrics(metrics, worker, message.id);
      if (message.tollgate === 'metrics-report')
        metrics.receive(worker.id, message.id, message.metrics);
    });
    worker.on('exit', (code, signal) => {
      metrics.forget(worker.id);
      if (stopping) return;
      log.error({ worker: number, code, signal }, 'worker died; restarting it');
      setTimeout(() => {
        if (!stopping) start(number);
      }, RESTART_AFTER_MS);
    });
    return worker;
  };

  return new Promise((resolve, reject) => {
    const first = start(1);
    const failed = () => {
      if (!stopping) reject(new Error('The first worker could not start.'));
    };
    first.once('exit', failed);
    first.on('message', (message: WorkerMessage) => {
      if (message.tollgate !== 'serving') return;
      first.off('exit', failed);
      for (let number = 2; number <= count; number += 1) start(number);
      serving(message.lines);
    });
    const stop = (signal: NodeJS.Signals) => {
      if (stopping) return;
      stopping = true;
      const workers = listWorkers();
      for (const worker of workers) worker.process.kill(signal);
      const ended = workers.map((worker) =>
        worker.isDead()
          ? Promise.resolve()
          : new Promise<void>((done) =>
              worker.once('exit', (code) => {
                // If one worker fails, the main process reports its exit code.
                if (code) process.exitCode = code;
                done();
              }),
            ),
      );
      void Promise.all(ended).then(() => resolve());
    };
    // Not `once`: Node would let a repeated signal kill this process, and its end is that of the workers.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
      process.on(signal, () => stop(signal));
  });
}

async function sendMetrics(metrics: WorkerMetrics, worker: Worker, id: number): Promise<void> {
  const text = await metrics.read(listWorkers()).catch(() => '');
  if (worker.isConnected())
    worker.send({ tollgate: 'metrics', id, text } satisfies MetricsResponse);
}

const listWorkers = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
