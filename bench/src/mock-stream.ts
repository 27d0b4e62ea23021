import { join } from 'node:path';
import { LOAD_CORE } from './cores.ts';
import type { Stage } from './stage.ts';
import { startNode } from './start-node.ts';

/** Starts the upstream of streams. */
export function startStreamMock(stage: Stage) {
  return startNode({
    stage,
    core: LOAD_CORE,
    args: [join(import.meta.dirname, 'stream-mock-server.ts')],
  });
}
