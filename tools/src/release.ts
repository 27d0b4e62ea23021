import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureConsole } from './console-build.ts';
import { printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';
import { repositoryRoot } from './repository.ts';
import { installPackages } from './release/install-packages.ts';
import { packRelease } from './release/pack-release.ts';
import { writeClientModules, writeClientTypes } from './release/write-client-release.ts';
import { writeRelease } from './release/write-release.ts';

/**
 * `npm run release [FOLDER]`: writes the npm packages of the gateway and the client to FOLDER (dist). `npm
 * run release -- --installed FOLDER`: writes the gateway with everything it needs to run, as in the image.
 */
requireNode();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { installed: { type: 'string' } },
});
if (await ensureConsole()) printLine('The console was built.');
const consoleFolder = join(repositoryRoot, 'apps/console/dist');
if (values.installed === undefined) await packPackages(positionals[0] ?? 'dist');
else {
  await writeRelease(resolve(values.installed), consoleFolder);
  installPackages(resolve(values.installed));
}

async function packPackages(name: string): Promise<void> {
  const folder = resolve(name);
  const work = mkdtempSync(join(tmpdir(), 'tollgate-release-'));
  try {
    mkdirSync(folder, { recursive: true });
    const [gateway, client] = [join(work, 'gateway'), join(work, 'client')];
    await writeRelease(gateway, consoleFolder);
    printLine(await packRelease(gateway, folder));
    writeClientModules(client);
    await writeClientTypes(client);
    printLine(await packRelease(client, folder));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
