import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Collects the output instead of showing it. */
  quiet?: boolean;
}

export interface RunResult {
  code: number;
  output: string;
}

const environment = (extra: Record<string, string> = {}) => ({
  ...process.env,
  ...extra,
  PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
});

/** Runs a command of node_modules/.bin or the system to its end. */
export function run(
  command: string,
  args: readonly string[],
  { env, cwd = ROOT, quiet = false }: RunOptions = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: environment(env),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Starts a command that goes on until it is stopped. */
export function start(
  command: string,
  args: readonly string[],
  { env, cwd = ROOT, quiet = false }: RunOptions = {},
): ChildProcess {
  return spawn(command, args, {
    cwd,
    env: environment(env),
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
}
