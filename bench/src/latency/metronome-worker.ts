import { parentPort, workerData } from 'node:worker_threads';

/** Sleeps from beat to beat, as precisely as the kernel wakes it. Missed beats follow immediately. */
const { beatMs } = workerData as { beatMs: number };
const asleep = new Int32Array(new SharedArrayBuffer(4));
const startedMs = performance.now();
for (let beat = 1; ; beat += 1) {
  const waitMs = startedMs + beat * beatMs - performance.now();
  if (waitMs > 0) Atomics.wait(asleep, 0, 0, waitMs);
  parentPort?.postMessage(0);
}
