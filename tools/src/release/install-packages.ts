import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { INSTALLED_PACKAGES } from '../bundle/bundle-gateway.ts';
import { repositoryRoot } from '../repository.ts';

/** Packages that only serve to compile others, and below, files of packages needed only for that. */
const BUILDS_ONLY = new Set(['node-addon-api']);
const SOURCES: Readonly<Record<string, RegExp>> = {
  'better-sqlite3': /^\/(?:deps|src|binding\.gyp)/,
};

/**
 * Copies the packages that a release requires from this checkout, with their dependencies and without
 * anything needed only to build them.
 */
export function installPackages(target: string): void {
  const done = new Set<string>();
  const install = (name: string, from: string): void => {
    const folder = findPackage(name, from);
    if (done.has(folder) || BUILDS_ONLY.has(name)) return;
    done.add(folder);
    const place = folder.slice(folder.indexOf('node_modules'));
    const left = SOURCES[name];
    cpSync(folder, join(target, place), {
      recursive: true,
      filter: (path) => {
        const inside = path.slice(folder.length);
        return !inside.startsWith('/node_modules') && !left?.test(inside) && fitsHere(inside);
      },
    });
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as { dependencies?: Record<string, string> };
    for (const needed of Object.keys(dependencies)) install(needed, folder);
  };
  for (const name of INSTALLED_PACKAGES) install(name, join(repositoryRoot, 'apps/gateway'));
}

/** Finds a package from a folder as Node does. Throws if it is not installed. */
function findPackage(name: string, from: string): string {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  if (from === repositoryRoot) throw new Error(`${name} is not installed`);
  return findPackage(name, dirname(from));
}

/** Excludes binaries of other platforms. */
function fitsHere(path: string): boolean {
  const binary = /^\/prebuilds\/([a-z]+\d*)-(\w+)\.node$/.exec(path);
  return (
    !binary || (binary[1]?.startsWith(process.platform) === true && binary[2] === process.arch)
  );
}
