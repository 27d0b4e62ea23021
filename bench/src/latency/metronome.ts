import { Worker } from 'node:worker_threads';

const PROGRAM = new URL('metronome-worker.ts', import.meta.url);

/**
 * Calls `onBeat` every `beatMs`, which may be a part of a millisecond: timers of Node know none. A
 * loop that looks at the clock all the time would do, but it keeps its core busy, so that whatever
 * answers there waits for a turn of milliseconds. Returns how to stop it.
 */
export function startMetronome(beatMs: number, onBeat: () => void): () => Promise<unknown> {
  const worker = new Worker(PROGRAM, { workerData: { beatMs } });
  worker.on('message', onBeat);
  return () => worker.terminate();
}
