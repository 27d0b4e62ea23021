import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { BenchError } from '../bench-error.ts';
import { type DataLocation, variablesOf } from '../log-pages/place.ts';
import { readMemoryMegabytes } from '../process-usage.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', '..', 'apps', 'gateway', 'src', 'cli.ts');
const LOOK_EVERY_MS = 100;

export interface ImportRun {
  seconds: number;
  /** Peak memory. */
  megabytes: number;
  /** Its output: a report as JSON; '' if it was killed. */
  output: string;
}

/**
 * Runs `tollgate import`. With `killAt` it gets SIGKILL after that many log rows were imported. Throws
 * BenchError if it fails on its own.
 */
export async function runImportCommand(
  location: DataLocation,
  args: readonly string[],
  { killAt = Infinity }: { killAt?: number } = {},
): Promise<ImportRun> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'import', ...args, '--json'], {
    env: { ...process.env, ...variablesOf(location) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let notes = '';
  let megabytes = 0;
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    notes = (notes + chunk.toString()).slice(-500);
    const done = Number(/logs: (\d+) of \d+\s*$/.exec(notes)?.[1] ?? 0);
    if (done >= killAt) child.kill('SIGKILL');
  });
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, readMemoryMegabytes(child.pid ?? 0) || 0);
  }, LOOK_EVERY_MS);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearInterval(timer);
  if (code !== 0 && signal !== 'SIGKILL') throw new BenchError(`the import ended: ${notes}`);
  return { seconds: (performance.now() - startedMs) / 1000, megabytes, output };
}
