import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { BenchError } from './bench-error.ts';

/** The core of the measured gateway: alone there. */
export const GATEWAY_CORE = 0;
/** The core of load generator, mock and bench. */
export const LOAD_CORE = 1;

/** Moves this process and what it starts later off the gateway's core. Throws BenchError on one core. */
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
