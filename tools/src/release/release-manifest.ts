import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedVersion } from '../process/require-node.ts';

interface Manifest {
  version: string;
  description: string;
  license: string;
  engines: Record<string, string>;
  dependencies?: Record<string, string>;
}

/** Where the command of the package begins. */
const COMMAND = 'apps/gateway/src/launch.js';
const CLIENT = './packages/client/src/index';

/**
 * The package.json of the gateway's release. The Node that it runs on is optional, since whoever has
 * it already need not fetch it.
 */
export function releaseManifest(root: string, workspaces: readonly string[]): object {
  return {
    name: 'tollgate',
    ...commonFields(root, workspaces),
    bin: { tollgate: COMMAND },
    optionalDependencies: { node: pinnedVersion(root) },
  };
}

/** The package.json of the client's. */
export function clientManifest(root: string, workspaces: readonly string[]): object {
  return {
    name: '@tollgate/client',
    ...commonFields(root, workspaces),
    description: 'A typed client of the Tollgate console API',
    sideEffects: false,
    exports: { '.': { types: `${CLIENT}.d.ts`, default: `${CLIENT}.js` } },
  };
}

/**
 * What both say. Dependencies are those of the workspaces, each in the version that the lockfile has:
 * what was tested is what is installed.
 */
function commonFields(root: string, workspaces: readonly string[]) {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown;
  const { version, description, license, engines } = read('package.json') as Manifest;
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { version?: string }>;
  };
  const names = workspaces.flatMap((folder) =>
    Object.keys((read(`${folder}/package.json`) as Manifest).dependencies ?? {}),
  );
  const dependencies = [...new Set(names)]
    .filter((name) => !name.startsWith('@tollgate/'))
    .toSorted()
    .map((name) => {
      const locked = [...workspaces.map((folder) => `${folder}/`), '']
        .map((place) => packages[`${place}node_modules/${name}`]?.version)
        .find((found) => found !== undefined);
      if (locked === undefined) throw new Error(`${name} is not in the lockfile`);
      return [name, locked];
    });
  return {
    version,
    description,
    license,
    type: 'module',
    engines,
    dependencies: Object.fromEntries(dependencies) as Record<string, string>,
  };
}
