import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { BUNDLE } from './bundle-layout.ts';

/** Names the folder of the bundle that tests start the gateway from; absent: from its sources. */
export const BUNDLE_VARIABLE = 'TEST_GATEWAY_BUNDLE';

/**
 * The file that tests run as the gateway or its CLI: of the bundle that `npm test` made, which starts in
 * half the time; else the source.
 */
export function gatewayProgram(name: 'main' | 'cli', env = process.env): string {
  const bundle = env[BUNDLE_VARIABLE];
  return bundle
    ? join(bundle, BUNDLE.programs, `${name}.js`)
    : join(repositoryRoot, 'apps/gateway/src', `${name}.ts`);
}
