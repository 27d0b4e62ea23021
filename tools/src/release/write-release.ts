import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { releaseManifest } from './release-manifest.ts';
import { putFile, writeModules } from './write-modules.ts';

/** What the gateway is made of. */
const WORKSPACES = [
  'apps/gateway',
  ...['client', 'contract', 'dialects', 'i18n', 'pricing'].map((name) => `packages/${name}`),
];

/**
 * Writes the npm package into an empty folder: the gateway and the packages as JavaScript, in the
 * folders that they have here, the console from where it was built, and a package.json without
 * workspaces.
 */
export function writeRelease(target: string, consoleFolder: string): void {
  writeModules(target, WORKSPACES);
  cpSync(consoleFolder, join(target, 'apps/console/dist'), { recursive: true });
  for (const name of ['README.md', 'README.zh.md', 'LICENSE', 'CHANGELOG.md'])
    cpSync(join(repositoryRoot, name), join(target, name));
  const manifest = releaseManifest(repositoryRoot, WORKSPACES);
  putFile(target, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  chmodSync(join(target, 'apps/gateway/src/launch.js'), 0o755);
}
