import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSourceFile, type SourceFile } from './source-file.ts';

/** Made by tools, or samples of what others send: not ours to judge. */
const IGNORED_FOLDERS = new Set([
  '.cache',
  '.git',
  'coverage',
  'data',
  'dist',
  'fixtures',
  'node_modules',
  'playwright-report',
  'queries',
  'test-results',
]);
const IGNORED_FILES = new Set(['.git', 'package-lock.json', 'LICENSE']);
const TEXT = /\.(tsx?|m?js|json|md|ya?ml|sql|html|css|sh|txt)$|^[^.]+$|^\.[a-z]+$/;

/** Every text file of the repository that people write, by path. */
export function listSourceFiles(root: string): SourceFile[] {
  return listPaths(root, '').map((path) =>
    createSourceFile(path, readFileSync(join(root, path), 'utf8')),
  );
}

function listPaths(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : listPaths(root, path);
      const wanted = entry.isFile() && TEXT.test(entry.name) && !IGNORED_FILES.has(entry.name);
      return wanted ? [path] : [];
    });
}
