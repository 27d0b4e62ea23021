import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { BenchError } from './bench-error.ts';

/** The core reserved for the measured gateway. */
export const GATEWAY_CORE = 0;
/** The core shared by load generator, mock and bench. */
export const LOAD_CORE = 1;

/**
 * Moves this process and its later children off the gateway's core. Throws BenchError if there is only one
 * core.
 */
export function moveToLoadCore(taskset: string): void {
  if (availableParallelism() < 2)
    throw new BenchError('The bench needs two cores: one for the gateway, one for load and mock.');
  const { status } = spawnSync(
    taskset,
    ['-a', '-p', '-c', String(LOAD_CORE), String(process.pid)],
    {
      stdio: 'ignore',
    },
  );
  if (status !== 0) throw new BenchError('taskset can not pin processes to a core here.');
}
