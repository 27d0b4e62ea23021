import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ensureConsole } from './console-build.ts';
import { printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';
import { repositoryRoot } from './repository.ts';
import { packRelease } from './release/pack-release.ts';
import { writeClientModules, writeClientTypes } from './release/write-client-release.ts';
import { writeRelease } from './release/write-release.ts';

/** `npm run release [FOLDER]`: the npm packages of the gateway and the client, in FOLDER (dist). */
requireNode();
const folder = resolve(process.argv[2] ?? join(repositoryRoot, 'dist'));
const work = mkdtempSync(join(tmpdir(), 'tollgate-release-'));
try {
  if (await ensureConsole()) printLine('The console was built.');
  mkdirSync(folder, { recursive: true });
  const [gateway, client] = [join(work, 'gateway'), join(work, 'client')];
  writeRelease(gateway, join(repositoryRoot, 'apps/console/dist'));
  printLine(await packRelease(gateway, folder));
  writeClientModules(client);
  await writeClientTypes(client);
  printLine(await packRelease(client, folder));
} finally {
  rmSync(work, { recursive: true, force: true });
}
