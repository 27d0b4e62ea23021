import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The absolute path of the checkout, without a trailing slash. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Lists the folders of all existing workspaces, relative to the root, in the order of package.json. */
export function listWorkspaces(root = repositoryRoot): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  return workspaces
    .flatMap((pattern) => expand(root, pattern))
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
}

function expand(root: string, pattern: string): string[] {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  if (!existsSync(join(root, parent))) return [];
  return readdirSync(join(root, parent))
    .toSorted()
    .map((name) => `${parent}/${name}`);
}
