import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLED_PACKAGES } from '../bundle/bundle-gateway.ts';
import { BUNDLE } from '../bundle/bundle-layout.ts';
import { pinnedVersion } from '../process/require-node.ts';

interface Manifest {
  version: string;
  description: string;
  license: string;
  engines: Record<string, string>;
  dependencies?: Record<string, string>;
}

/** Entry point of the package's command. */
export const LAUNCHER = `${BUNDLE.programs}/launch.js`;
const CLIENT = './packages/client/src/index';

/**
 * Returns the package.json of the gateway's release, which contains all packages except those not bundled.
 * The Node it runs on is an optional dependency, so that those who have it need not download it.
 */
export function releaseManifest(root: string): object {
  return {
    name: 'tollgate',
    ...commonFields(root, ['apps/gateway'], INSTALLED_PACKAGES),
    bin: { tollgate: LAUNCHER },
    optionalDependencies: { node: pinnedVersion(root) },
  };
}

/** Returns the package.json of the client's release. */
export function clientManifest(root: string, workspaces: readonly string[]): object {
  return {
    name: '@tollgate/client',
    ...commonFields(root, workspaces, dependenciesOf(root, workspaces)),
    description: 'A typed client of the Tollgate console API',
    sideEffects: false,
    exports: { '.': { types: `${CLIENT}.d.ts`, default: `${CLIENT}.js` } },
  };
}

/** Dependencies of workspaces on packages other than workspaces. */
function dependenciesOf(root: string, workspaces: readonly string[]): string[] {
  const names = workspaces.flatMap((folder) =>
    Object.keys(read<Manifest>(root, `${folder}/package.json`).dependencies ?? {}),
  );
  return [...new Set(names)].filter((name) => !name.startsWith('@tollgate/'));
}

const read = <Content>(root: string, path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as Content;

/** Members of both manifests. Packages have the locked version: what was tested is what is installed. */
function commonFields(root: string, workspaces: readonly string[], names: readonly string[]) {
  const { version, description, license, engines } = read<Manifest>(root, 'package.json');
  const { packages } = read<{ packages: Record<string, { version?: string }> }>(
    root,
    'package-lock.json',
  );
  const dependencies = names.toSorted().map((name) => {
    const locked = [...workspaces.map((folder) => `${folder}/`), '']
      .map((prefix) => packages[`${prefix}node_modules/${name}`]?.version)
      .find((version) => version !== undefined);
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
