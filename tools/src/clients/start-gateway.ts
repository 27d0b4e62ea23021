import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type DataOf, endpoints } from '@tollgate/contract';
import { gatewayProgram } from '../bundle/gateway-program.ts';
import { killAtExit } from '../process/kill-at-exit.ts';
import { commandEnvironment } from '../process/run-command.ts';
import { waitUntilReady } from '../process/wait-until-ready.ts';
import { type ConsoleClient, createConsoleClient } from '../seed/console-client.ts';
import { findFreePort } from '../servers/find-free-port.ts';

/** Generous, for busy machines. */
const START_LIMIT_MS = 180_000;
export const ROOT_PASSWORD = 'clients-123456';

export type LogRow = DataOf<typeof endpoints.listLogs>['items'][number];

export interface StartedGateway {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly root: ConsoleClient;
  /** Creates a key without a limit of its own, including the sk- prefix. */
  createKey(): Promise<string>;
  /** Returns log rows after an id, oldest first. */
  logAfter(id: number): Promise<LogRow[]>;
  stop(): Promise<void>;
}

/** Starts the gateway with an empty SQLite database in a folder. */
export async function startGateway(folder: string): Promise<StartedGateway> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('node', [gatewayProgram('main')], {
    env: commandEnvironment({
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: '',
      INITIAL_ROOT_PASSWORD: ROOT_PASSWORD,
      ALLOW_PRIVATE_UPSTREAMS: 'on',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    }),
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const forget = killAtExit(child);
  await waitUntilReady(`${url}/healthz`, START_LIMIT_MS);
  const user = await createConsoleClient(url).call(endpoints.login, {
    body: { username: 'root', password: ROOT_PASSWORD },
  });
  const root = createConsoleClient(url, user ?? undefined);
  return {
    url,
    root,
    async createKey() {
      const { key } = await root.call(endpoints.createToken, { body: { name: 'clients' } });
      return key.startsWith('sk-') ? key : `sk-${key}`;
    },
    async logAfter(id) {
      const { items } = await root.call(endpoints.listLogs, { query: { page_size: 100 } });
      return items.filter((row) => row.id > id).toSorted((one, other) => one.id - other.id);
    },
    async stop() {
      forget('SIGTERM');
      await once(child, 'exit');
    },
  };
}
