import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Resolves with the bytes by which what `work` leaves behind enlarges the heap. */
export async function heapGrowth(work: () => unknown): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  await work();
  collect();
  return process.memoryUsage().heapUsed - before;
}
