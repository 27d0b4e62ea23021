import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from './databases.ts';
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts';

/** Gateway processes that share a PostgreSQL (and a Redis, if this run has one). */
export interface Nodes {
  /** Starts another one, as if on a separate machine. */
  start(env?: Record<string, string>): Promise<GatewayProcess>;
  /** Kills all and removes what they left. */
  remove(): Promise<void>;
}

export async function createNodes(): Promise<Nodes> {
  const database = await createTestDatabase('postgres', { hasTables: true });
  const running: GatewayProcess[] = [];
  const folders: string[] = [];
  return {
    async start(env = {}) {
      const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-node-'));
      folders.push(dataDir);
      const location = { dataDir, databaseUrl: database.databaseUrl };
      const gateway = await startGatewayProcess(location, {
        MASTER_KEY: 'ab'.repeat(32),
        ...(process.env.TEST_REDIS_URL ? { REDIS_URL: process.env.TEST_REDIS_URL } : {}),
        ...env,
      });
      running.push(gateway);
      return gateway;
    },
    async remove() {
      await Promise.all(running.map((node) => node.end('SIGKILL')));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
      await database.remove();
    },
  };
}
