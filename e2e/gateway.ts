import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { gatewayProgram } from '@tollgate/tools';
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunningGateway {
  url: string;
  /** Its data folder. */
  dataDir: string;
  /** Returns everything it printed. */
  output: () => string;
  simulator: Simulator;
  /** Kills it, like a machine failure: work in progress is lost. */
  crash(): Promise<void>;
  /** Restarts it with the same data and address. */
  restart(): Promise<void>;
  /** Ends it like Ctrl-C; its data remains. */
  quit(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The port that the gateways of this process use one after the other: browsers compile the console again for
 * each address.
 */
const shared = { port: '0', isTaken: false };

/**
 * Options for Node in a process that lives for seconds: optimizing its code, and collecting garbage in threads,
 * costs more than it saves. That one about the young generation is given, it doesn't restart itself for (ADR 119).
 */
const SHORT_LIVED = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--single-threaded-gc',
  '--no-turbofan',
  '--no-maglev',
];

/** The data folder of a gateway that has started once: a copy of it saves half the work of a first start. */
export const STARTED_FOLDER = 'E2E_STARTED_FOLDER';

/**
 * Starts the gateway, and an upstream for it. Its data folder is as after a first start. With `isFirstStart` it
 * is empty, and the gateway starts as an operator starts it, without options.
 */
export async function startGateway(
  env: Record<string, string> = {},
  { isFirstStart = false } = {},
): Promise<RunningGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-e2e-'));
  const started = process.env[STARTED_FOLDER];
  if (started !== undefined && !isFirstStart) cpSync(started, dataDir, { recursive: true });
  const simulator = await startOpenAiSimulator();
  let printed = '';
  let child: ChildProcess;
  const start = (port: string) => {
    const options = isFirstStart ? [] : SHORT_LIVED;
    const started = spawn(process.execPath, [...options, gatewayProgram('main')], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        ALLOW_PRIVATE_UPSTREAMS: 'on',
        RATE_LIMIT: 'off',
        ...env,
        PORT: port,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    const from = printed.length;
    return new Promise<string>((resolve, reject) => {
      started.on('exit', (code) => reject(new Error(`the gateway ended with ${code}\n${printed}`)));
      started.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const match = /serves on (http:\S+)/.exec(printed.slice(from));
        if (match?.[1]) resolve(match[1]);
      });
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  // SIGTERM would wait for requests that a load balancer may still send.
  const quit = () => end('SIGINT');
  const sharesPort = env.PORT === undefined && !shared.isTaken;
  const port = sharesPort ? shared.port : (env.PORT ?? '0');
  if (sharesPort) shared.isTaken = true;
  const url = await start(port).catch((error: unknown) => {
    // Something else may have taken the port meanwhile.
    if (!sharesPort || port === '0') throw error;
    return start('0');
  });
  if (sharesPort) shared.port = new URL(url).port;
  return {
    url,
    dataDir,
    output: () => printed,
    simulator,
    crash: () => end('SIGKILL'),
    async restart() {
      await start(new URL(url).port);
    },
    quit,
    async stop() {
      await quit();
      if (sharesPort) shared.isTaken = false;
      await simulator.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
