import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { BUNDLE } from './bundle-layout.ts';

/** The variable with the folder of the bundle that tests run the gateway from; if unset, from its sources. */
export const BUNDLE_VARIABLE = 'TEST_GATEWAY_BUNDLE';

/**
 * Returns the file that tests run as the gateway or its CLI: from the bundle that `npm test` made, which
 * starts in half the time, or else the source.
 */
export function gatewayProgram(name: 'main' | 'cli', env = process.env): string {
  const bundle = env[BUNDLE_VARIABLE];
  return bundle
    ? join(bundle, BUNDLE.programs, `${name}.js`)
    : join(repositoryRoot, 'apps/gateway/src', `${name}.ts`);
}
