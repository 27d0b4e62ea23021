import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import { compileModule } from './compile-module.ts';

const LEFT_OUT = /\.test\.ts$|\/testing\//;

/** Writes a file of the release, creating its folders. */
export function putFile(target: string, path: string, text: string): void {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), text);
}

/** Writes the sources of workspaces as JavaScript, without tests, in the same folders as here. */
export function writeModules(target: string, workspaces: readonly string[]): void {
  const patterns = workspaces.map((folder) => `${folder}/src/**/*.{ts,json}`);
  for (const path of globSync(patterns, { cwd: repositoryRoot })) {
    if (LEFT_OUT.test(path)) continue;
    const text = readFileSync(join(repositoryRoot, path), 'utf8');
    if (path.endsWith('.json')) putFile(target, path, text);
    else putFile(target, path.replace(/\.ts$/, '.js'), compileModule(path, text));
  }
}
