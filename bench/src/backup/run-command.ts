import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BenchError } from '../bench-error.ts';
import { type DataLocation, variablesOf } from '../log-pages/place.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'apps', 'gateway', 'src', 'cli.ts');

export interface Ran {
  seconds: number;
  output: string;
}

/**
 * Runs a `tollgate` command on any core, like an operator would alongside the gateway. Throws BenchError if
 * it fails.
 */
export async function runCommand(location: DataLocation, ...args: readonly string[]): Promise<Ran> {
  const startedMs = performance.now();
  const child = spawn(
    location.stage.programs.taskset,
    ['-c', '0,1', process.execPath, PROGRAM, ...args],
    { env: { ...process.env, ...variablesOf(location) }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new BenchError(`tollgate ${args[0]} ended with ${code}: ${output}`);
  return { seconds: (performance.now() - startedMs) / 1000, output };
}
