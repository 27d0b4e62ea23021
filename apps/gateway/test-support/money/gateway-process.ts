import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../databases.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const READY = /serves on (http:\S+)/;

export interface GatewayProcess {
  readonly url: string;
  /** Sends a signal and resolves with the exit code (null after a kill) once it is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The real program in a process of its own. Rejects with its output when it does not serve. */
export function startGatewayProcess(
  { dataDir, databaseUrl }: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>,
  env: Record<string, string> = {},
): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      ALLOW_PRIVATE_UPSTREAMS: 'on',
      LOG_LEVEL: 'error',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
  });
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      process.off('exit', endWithUs);
      resolve(code);
    });
  });
  return whenServing(child, (signal) => {
    child.kill(signal);
    return closed;
  });
}

function whenServing(child: ChildProcess, end: GatewayProcess['end']): Promise<GatewayProcess> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-4000);
        const url = READY.exec(output)?.[1];
        if (url !== undefined) resolve({ url, end });
      });
    }
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${output}`)));
  });
}
