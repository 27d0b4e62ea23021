import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleGateway } from './bundle/bundle-gateway.ts';
import { BUNDLE } from './bundle/bundle-layout.ts';
import { fingerprint, isStamped } from './bundle/fingerprint.ts';
import { repositoryRoot } from './repository.ts';

/** The sources of the gateway. */
const SOURCES = [
  'package-lock.json',
  'apps/gateway/{package.json,src/**/*}',
  'packages/*/{package.json,src/**/*}',
  'tools/src/bundle/*',
];

/** The folder of the built gateway: a bundle laid out as in `bundle-layout.ts`. */
export const GATEWAY_BUILD = join(repositoryRoot, 'apps/gateway/dist');
/** The file that `npm start` runs. */
export const BUILT_MAIN = join(GATEWAY_BUILD, BUNDLE.programs, 'main.js');
const CONSOLE = join(repositoryRoot, 'apps/console/dist');
const STAMP = '.sources';

/**
 * Builds the gateway unless already built from exactly these sources. Returns whether it built. The old build
 * stays until the new one is complete; if two nodes of one checkout start at the same time, the first build
 * wins (ADR 111).
 */
export async function ensureGateway(): Promise<boolean> {
  const sources = fingerprint(SOURCES, repositoryRoot);
  if (isBuilt(sources)) return false;
  const next = join(repositoryRoot, `node_modules/.cache/gateway-${process.pid}`);
  await bundleGateway(next);
  // A link to this checkout's built console, whenever that is built.
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
