import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleGateway } from './bundle/bundle-gateway.ts';
import { BUNDLE } from './bundle/bundle-layout.ts';
import { fingerprint, isStamped } from './bundle/fingerprint.ts';
import { repositoryRoot } from './repository.ts';

/** What the gateway is built from. */
const SOURCES = [
  'package-lock.json',
  'apps/gateway/{package.json,src/**/*}',
  'packages/*/{package.json,src/**/*}',
  'tools/src/bundle/*',
];

/** Where the built gateway is: a bundle as `bundle-layout.ts` describes it. */
export const GATEWAY_BUILD = join(repositoryRoot, 'apps/gateway/dist');
/** What `npm start` runs. */
export const BUILT_MAIN = join(GATEWAY_BUILD, BUNDLE.programs, 'main.js');
const CONSOLE = join(repositoryRoot, 'apps/console/dist');
const STAMP = '.sources';

/**
 * Builds the gateway unless that has been done for these very sources. Returns whether it did. The
 * old one stays until the new one is whole; where two nodes of one checkout start at the same moment,
 * the build of the first one stays (ADR 111).
 */
export async function ensureGateway(): Promise<boolean> {
  const sources = fingerprint(SOURCES, repositoryRoot);
  if (isBuilt(sources)) return false;
  const next = join(repositoryRoot, `node_modules/.cache/gateway-${process.pid}`);
  await bundleGateway(next);
  // The built console of this checkout, whenever that is built.
  symlinkSync(CONSOLE, join(next, BUNDLE.console));
  writeFileSync(join(next, STAMP), sources);
  if (!isBuilt(sources)) {
    rmSync(GATEWAY_BUILD, { recursive: true, force: true });
    renameSync(next, GATEWAY_BUILD);
  }
  rmSync(next, { recursive: true, force: true });
  return true;
}

const isBuilt = (sources: string) =>
  isStamped(join(GATEWAY_BUILD, STAMP), sources) && existsSync(BUILT_MAIN);
