import { type ChildProcess, spawn } from 'node:child_process';

export interface StartedProcess {
  readonly pid: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  /** Returns the end of its output. */
  output(): string;
  /** Stops it, forcibly after ten seconds. */
  stop(): Promise<void>;
  /** Sends a signal and resolves when it has ended, however long that takes. */
  halt(signal: NodeJS.Signals): Promise<void>;
}

export interface ProcessOptions {
  command: string;
  args: readonly string[];
  core: number;
  taskset: string;
  env?: Record<string, string>;
  cwd?: string;
}

const OUTPUT_KEPT = 4000;
const STOP_MS = 10_000;
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// An interrupted bench ends with exit, so that its processes and files are cleaned up. Not `once`: shells and
// npm often send a signal twice, and the second would cut the cleanup short.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

/** Starts a program on one core. taskset execs the program, so that the pid is the program's. */
export function startProcess({
  command,
  args,
  core,
  taskset,
  env = {},
  cwd,
}: ProcessOptions): StartedProcess {
  const child = spawn(taskset, ['-c', String(core), command, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  running.add(child);
  let output = '';
  let over = false;
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_KEPT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true;
      running.delete(child);
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      keep(Buffer.from(error.message));
      end();
    });
  });
  return {
    pid: child.pid ?? 0,
    ended,
    hasEnded: () => over,
    output: () => output,
    halt(signal) {
      child.kill(signal);
      return ended;
    },
    async stop() {
      if (over) return;
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(force);
    },
  };
}
