import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_MAIN } from '@tollgate/tools';
import { GATEWAY_CORE } from './cores.ts';
import type { Stage } from './stage.ts';
import { startNode } from './start-node.ts';

/**
 * Starts our gateway as `npm start` does, built, on SQLite unless `env` says otherwise, in its own folder (a
 * new one by default), and waits for its first healthy response.
 */
export function startGateway(
  stage: Stage,
  {
    dataDirectory,
    nodeOptions = [],
    env = {},
    program = BUILT_MAIN,
  }: {
    dataDirectory?: string;
    nodeOptions?: readonly string[];
    env?: Record<string, string>;
    program?: string;
  } = {},
) {
  return startNode({
    stage,
    core: GATEWAY_CORE,
    args: [...nodeOptions, program],
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
