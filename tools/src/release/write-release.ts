import { chmodSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleGateway } from '../bundle/bundle-gateway.ts';
import { BUNDLE } from '../bundle/bundle-layout.ts';
import { repositoryRoot } from '../repository.ts';
import { compileModule } from './compile-module.ts';
import { LAUNCHER, releaseManifest } from './release-manifest.ts';
import { renderLicenses } from './render-licenses.ts';
import { putFile } from './write-modules.ts';

const LAUNCHER_SOURCE = 'apps/gateway/src/launch.ts';

/**
 * Writes the npm package into an empty folder: the built gateway, the console from its build folder, the
 * licenses of the bundled packages, and a package.json that requires the few packages not bundled.
 */
export async function writeRelease(target: string, consoleFolder: string): Promise<void> {
  const modules = await bundleGateway(target);
  cpSync(consoleFolder, join(target, BUNDLE.console), { recursive: true });
  // Not bundled: even an old Node must be able to load this file, but it could not load chunks shared with a
  // bundle.
  const launcher = readFileSync(join(repositoryRoot, LAUNCHER_SOURCE), 'utf8');
  putFile(target, LAUNCHER, compileModule(LAUNCHER_SOURCE, launcher));
  chmodSync(join(target, LAUNCHER), 0o755);
  for (const name of ['README.md', 'README.zh.md', 'LICENSE', 'CHANGELOG.md'])
    cpSync(join(repositoryRoot, name), join(target, name));
  putFile(target, 'THIRD-PARTY-LICENSES.txt', renderLicenses(modules));
  const manifest = releaseManifest(repositoryRoot);
  putFile(target, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}
