import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunningGateway {
  url: string;
  /** Everything that it printed. */
  output: () => string;
  simulator: Simulator;
  stop(): Promise<void>;
}

/** The gateway as an operator starts it, on an empty data folder, and an upstream for it. */
export async function startGateway(env: Record<string, string> = {}): Promise<RunningGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-e2e-'));
  const simulator = await startOpenAiSimulator();
  let printed = '';
  const child: ChildProcess = spawn(
    'node',
    [join(import.meta.dirname, '../apps/gateway/src/main.ts')],
    {
      env: {
        ...process.env,
        PORT: '0',
        DATA_DIR: dataDir,
        ALLOW_PRIVATE_UPSTREAMS: 'on',
        RATE_LIMIT: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`the gateway ended with ${code}\n${printed}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const match = /serves on (http:\S+)/.exec(printed);
      if (match?.[1]) resolve(match[1]);
    });
  });
  return {
    url,
    output: () => printed,
    simulator,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        // As Ctrl-C does: SIGTERM would wait for what a balancer may still send.
        child.kill('SIGINT');
        await ended;
      }
      await simulator.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
