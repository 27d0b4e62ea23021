import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '..', 'src', 'main.ts');

/** A gateway as operators run it: a process of its own, from the environment alone. */
export interface GatewayProcess {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything it wrote so far. */
  output(): string;
  /** Sends a signal and resolves with the exit code (null after a kill) once it ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a process and resolves when it serves; rejects with what it wrote when it ends before. */
export async function startGatewayProcess(env: Record<string, string>): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      RATE_LIMIT: 'off',
      ALLOW_PRIVATE_UPSTREAMS: 'on',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  // Closed, not just ended: then all that it wrote has come.
  const exited = once(child, 'close') as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer) => {
      output += text.toString();
      const found = /serves on (\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void exited.then(() => reject(new Error(`The gateway did not start.\n${output}`)));
  });
  return {
    url,
    process: child,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}
