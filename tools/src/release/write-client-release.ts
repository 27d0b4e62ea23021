import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../repository.ts';
import { releaseImports } from './compile-module.ts';
import { clientManifest } from './release-manifest.ts';
import { putFile, writeModules } from './write-modules.ts';

const WORKSPACES = ['packages/client', 'packages/contract'];

/** Writes the client and its contract as an npm package, JavaScript only, into an empty folder. */
export function writeClientModules(target: string): void {
  writeModules(target, WORKSPACES);
  cpSync(join(repositoryRoot, 'packages/client/README.md'), join(target, 'README.md'));
  cpSync(join(repositoryRoot, 'LICENSE'), join(target, 'LICENSE'));
  const manifest = clientManifest(repositoryRoot, WORKSPACES);
  putFile(target, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Writes its type declarations. Throws with the compiler's output. */
export async function writeClientTypes(target: string): Promise<void> {
  for (const folder of WORKSPACES) {
    const shape = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
    const options = ['-p', `${folder}/tsconfig.json`, '--rootDir', '.', '--outDir', target];
    // oxlint-disable-next-line no-await-in-loop -- a compiler takes all processors
    const { code, output } = await runCommand('tsc', [...options, ...shape], { output: 'capture' });
    if (code !== 0) throw new Error(output);
  }
  for (const path of globSync('packages/*/src/**/*.d.ts', { cwd: target }))
    putFile(target, path, releaseImports(path, readFileSync(join(target, path), 'utf8')));
}
