import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { GATEWAY_CORE } from './cores.ts';
import type { Stage } from './stage.ts';
import { startNode } from './start-node.ts';

const GATEWAY_PROGRAM = join(import.meta.dirname, '..', '..', 'apps', 'gateway', 'src', 'main.ts');

/**
 * Starts our gateway, on SQLite unless `env` says otherwise, in a folder of its own (a new one by
 * default), up to its first healthy response.
 */
export function startGateway(
  stage: Stage,
  {
    dataDirectory,
    nodeOptions = [],
    env = {},
  }: {
    dataDirectory?: string;
    nodeOptions?: readonly string[];
    env?: Record<string, string>;
  } = {},
) {
  return startNode({
    stage,
    core: GATEWAY_CORE,
    args: [...nodeOptions, GATEWAY_PROGRAM],
    env: {
      DATA_DIR: dataDirectory ?? mkdtempSync(join(stage.directory, 'gateway-')),
      ALLOW_PRIVATE_UPSTREAMS: 'on',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    healthPath: '/healthz',
  });
}
