import { expect, test } from 'vitest';
import { Counter, Gauge, Registry } from 'prom-client';
import { WORKER_INFO } from './platform/metrics.ts';
import { type MetricsWorker, WorkerMetrics } from './worker-metrics.ts';

/** A worker process whose registry has a counter; `frozen` ones do not respond. */
function startWorker(id: number, collector: () => WorkerMetrics) {
  const registers = [new Registry()];
  const calls = new Counter({ name: 'calls', help: 'calls', registers });
  new Gauge({ name: WORKER_INFO, help: 'pid', labelNames: ['pid'], registers }).set({ pid: id }, 1);
  const worker = {
    id,
    calls,
    frozen: false,
    isConnected: () => true,
    send({ id: reading }: Parameters<MetricsWorker['send']>[0]) {
      if (worker.frozen) return;
      void registers[0]
        ?.getMetricsAsJSON()
        .then((metrics) => collector().receive(id, reading, metrics));
    },
  };
  return worker;
}

test('a worker that does not respond neither hides the others’ metrics nor lowers a counter', async () => {
  const metrics = new WorkerMetrics(50);
  const [healthy, frozen] = [startWorker(1, () => metrics), startWorker(2, () => metrics)];
  const workers = [healthy, frozen];
  healthy.calls.inc(3);
  frozen.calls.inc(40);
  expect(await metrics.read(workers)).toMatch(/^calls 43$/m);
  frozen.frozen = true;
  healthy.calls.inc();
  const text = await metrics.read(workers);
  expect(text).toMatch(/^calls 44$/m);
  expect(text).toContain(`${WORKER_INFO}{pid="1"} 1`);
  expect(text).not.toContain('pid="2"');
  frozen.frozen = false;
  expect(await metrics.read(workers)).toContain(`${WORKER_INFO}{pid="2"} 1`);
  metrics.forget(2);
  frozen.frozen = true;
  expect(await metrics.read(workers)).toMatch(/^calls 4$/m);
});

test('without a response from any worker the text is empty', async () => {
  const metrics = new WorkerMetrics(1);
  const starting = startWorker(1, () => metrics);
  starting.frozen = true;
  expect((await metrics.read([starting])).trim()).toBe('');
  expect((await metrics.read([])).trim()).toBe('');
});
