import { Worker } from 'node:worker_threads';

const PROGRAM = new URL('metronome-worker.ts', import.meta.url);

/**
 * Calls `onBeat` every `beatMs`, which may be a fraction of a millisecond, unlike Node's timers. Busy-waiting
 * would be as precise but would keep the core busy, so that whatever responds on it waits for a turn of
 * several milliseconds. Returns how to stop it.
 */
export function startMetronome(beatMs: number, onBeat: () => void): () => Promise<unknown> {
  const worker = new Worker(PROGRAM, { workerData: { beatMs } });
  worker.on('message', onBeat);
  return () => worker.terminate();
}
