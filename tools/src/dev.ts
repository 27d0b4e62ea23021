import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { killGroup } from './process/kill-at-exit.ts';
import { printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';
import { commandEnvironment } from './process/run-command.ts';
import { VENDORS, vendorPort } from '@tollgate/simulators';
import { repositoryRoot } from './repository.ts';
import { PEOPLE } from './seed/people.ts';
import { seed } from './seed/seed.ts';
import { waitUntilReady } from './process/wait-until-ready.ts';

/**
 * `npm run dev`: simulators, gateway and console, each restarting on its own changes, with seeded data in
 * .cache/dev. `npm run dev -- --fresh` starts with empty data. Ctrl-C stops everything.
 */
requireNode();
const STOP_LIMIT_MS = 5_000;
const simulatorPort = process.env.SIMULATOR_PORT ?? '4010';
const consolePort = process.env.CONSOLE_PORT ?? '5173';
const port = process.env.PORT ?? '3000';
const gatewayUrl = `http://127.0.0.1:${port}`;
const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
const rootPassword = process.env.INITIAL_ROOT_PASSWORD ?? '123456';
const dataFolder = join(repositoryRoot, '.cache/dev');
const running = new Map<string, ChildProcess>();
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void stopAll(0));
}
if (process.argv.includes('--fresh')) rmSync(dataFolder, { recursive: true, force: true });
mkdirSync(dataFolder, { recursive: true });

launch('simulators', 'node', ['simulators/src/main.ts', '--all', '--port', simulatorPort]);
launch('gateway', 'node', ['--watch', 'apps/gateway/src/main.ts'], {
  PORT: port,
  DATA_DIR: dataFolder,
  ALLOW_PRIVATE_UPSTREAMS: 'on',
});
launch(
  'console',
  'vite',
  ['apps/console', '--port', consolePort, '--strictPort', '--host', '127.0.0.1'],
  {
    GATEWAY_URL: gatewayUrl,
  },
);
try {
  await Promise.all([
    waitUntilReady(`${gatewayUrl}/healthz`),
    waitUntilReady(`${simulatorUrl}/v1/models`),
  ]);
  const keys = await seed({ gatewayUrl, simulatorUrl, rootPassword });
  printAddresses(keys ?? []);
} catch (error) {
  printLine(error instanceof Error ? error.message : String(error));
  await stopAll(1);
}

/** Starts a process in its own process group; when one ends on its own, all are ended. */
function launch(
  name: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): void {
  const child = spawn(command, args, {
    cwd: repositoryRoot,
    env: commandEnvironment(env),
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running.set(name, child);
  const end = (reason: string) => {
    running.delete(name);
    if (stopping) return;
    printLine(`The ${name} ended: ${reason}`);
    void stopAll(1);
  };
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(String(code ?? signal)));
}

async function stopAll(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  const open = [...running.values()];
  const ended = open.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  signalAll(open, 'SIGTERM');
  const limit = setTimeout(() => signalAll(open, 'SIGKILL'), STOP_LIMIT_MS);
  await Promise.all(ended);
  clearTimeout(limit);
  process.exit(code);
}

function signalAll(children: readonly ChildProcess[], signal: NodeJS.Signals): void {
  for (const { pid } of children) if (pid !== undefined) killGroup(pid, signal);
}

function printAddresses(keys: readonly { username: string; name: string; key: string }[]): void {
  const people = PEOPLE.map(({ username, password }) => `${username} / ${password}`);
  printLine(
    [
      '',
      `Console, reloading   http://127.0.0.1:${consolePort}`,
      `Gateway              ${gatewayUrl}`,
      ...VENDORS.map((vendor) => {
        const address = `http://127.0.0.1:${vendorPort(vendor, Number(simulatorPort))}`;
        return `Simulated ${vendor}`.padEnd(21) + address;
      }),
      `Logins               root / ${rootPassword}, ${people.join(', ')}`,
      ...keys.map(({ username, name, key }) => `Key ${username}/${name}`.padEnd(21) + key),
      'Ctrl-C stops all; `npm run dev -- --fresh` begins with empty data.',
      '',
    ].join('\n'),
  );
}
