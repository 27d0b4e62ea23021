import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { gatewayProgram } from '@tollgate/tools';
import { MEMORY_ENVIRONMENT, MEMORY_OPTION } from '../src/platform/restart-with-memory-options.ts';
import { FEW_CONNECTIONS, type TestDatabase } from './databases.ts';

const READY = /serves on (http:\S+)/;
/** A process that lives for a second starts with the heap of one that serves for longer: a twelfth of its CPU. */
const GROWN_HEAP = '--min-semi-space-size=16';

/** A gateway as operators run it: a separate process, configured by the environment alone. */
export interface GatewayProcess {
  readonly url: string;
  /** Returns everything it has written so far. */
  output(): string;
  /** Sends a signal and resolves with the exit code (null after a kill) once the process is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal to all its processes, as a terminal and systemd do. */
  signalAll(signal: NodeJS.Signals): void;
}

/** Starts the real program and resolves when it serves; rejects with its output if it ends before. */
export async function startGatewayProcess(
  {
    dataDir,
    databaseUrl,
  }: Pick<TestDatabase, 'dataDir'> & Partial<Pick<TestDatabase, 'databaseUrl'>>,
  env: Record<string, string> = {},
  /** Receives the process before it serves. */
  onSpawn?: (gateway: Pick<GatewayProcess, 'end'>) => void,
): Promise<GatewayProcess> {
  // With the options that it would otherwise restart itself with: an eighth of the start.
  const child = spawn(process.execPath, [MEMORY_OPTION, GROWN_HEAP, gatewayProgram('main')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own.
    detached: true,
    env: {
      ...MEMORY_ENVIRONMENT,
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      ALLOW_PRIVATE_UPSTREAMS: 'on',
      LOG_LEVEL: 'error',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, ...FEW_CONNECTIONS }),
      ...env,
    },
  });
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  // `close`, not `exit`: then all its output has arrived.
  const closed = (once(child, 'close') as Promise<[number | null]>).then(([code]) => {
    process.off('exit', endWithUs);
    return code;
  });
  const end: GatewayProcess['end'] = (signal) => {
    child.kill(signal);
    return closed;
  };
  onSpawn?.({ end });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const port = READY.exec(output)?.[1];
        if (port !== undefined) resolve(port);
      });
    void closed.then((code) => reject(new Error(`the gateway ended with ${code}: ${output}`)));
  });
  return {
    url,
    output: () => output,
    end,
    signalAll: (signal) => void process.kill(-(child.pid as number), signal),
  };
}
