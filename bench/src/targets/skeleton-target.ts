import { join } from 'node:path';
import { GATEWAY_CORE } from '../cores.ts';
import { startNode } from '../start-node.ts';
import type { Target } from '../target.ts';

/** The most that node:http and undici can achieve. */
export const skeletonTarget: Target = {
  name: 'skeleton',
  label: 'bare node:http + undici dispatch',
  async start({ stage, upstream }) {
    const program = join(import.meta.dirname, '..', 'skeleton.ts');
    const started = await startNode({
      stage,
      core: GATEWAY_CORE,
      args: [program],
      env: { UPSTREAM: upstream },
    });
    return { ...started, headers: {} };
  },
};
