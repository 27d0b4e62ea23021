import { posix } from 'node:path';
import type { Rule } from './rule.ts';
import { isTest, isTypeScript } from './source-file.ts';
import { findNodes, nameOf } from './walk.ts';

const PACKAGES = ['client', 'contract', 'dialects', 'pricing', 'i18n'];

/** Which of our packages each workspace may import, by the name after `@tollgate/`. Absent: any. */
const WORKSPACE_ARROWS: Record<string, readonly string[]> = {
  'packages/client': ['contract'],
  'packages/contract': [],
  'packages/dialects': [],
  'packages/pricing': [],
  'packages/i18n': [],
  'apps/console': ['client', 'contract', 'pricing', 'i18n'],
  'apps/gateway': PACKAGES,
  simulators: PACKAGES,
  conformance: ['simulators'],
};

/** Which siblings each folder of the gateway may import, besides itself. */
const GATEWAY_ARROWS: Record<string, readonly string[]> = {
  platform: [],
  store: ['platform'],
  domain: ['store', 'platform'],
  relay: ['domain', 'platform'],
  api: ['domain', 'platform'],
  cli: ['api', 'relay', 'domain', 'store', 'platform'],
};
const GATEWAY = 'apps/gateway/src/';
/** Folders without Node APIs: packages are pure, and the console runs in a browser. */
const WITHOUT_NODE = /^(?:packages\/|apps\/console$)/;

export const importArrows: Rule = {
  name: 'imports follow the arrows of ARCHITECTURE.md',
  check(file) {
    const { path } = file;
    if (!isTypeScript(path) || isTest(path)) return [];
    return findNodes(
      file.program,
      'ImportDeclaration',
      'ImportExpression',
      'ExportNamedDeclaration',
      'ExportAllDeclaration',
      'TSImportType',
    ).flatMap(({ source, start }) => {
      const specifier = nameOf(source);
      const problem = specifier === undefined ? undefined : judgeImport(path, specifier);
      return problem === undefined ? [] : [{ line: file.lineAt(start), message: problem }];
    });
  },
};

/** What all tests share lies beside the root's configuration. */
const TEST_LIMITS = 'test-limits.ts';

/** Files next to Vite's configuration run in the build, not in a browser. */
const isBuildStep = (path: string) => /^apps\/console\/[^/]+\.ts$/.test(path);

/** Returns why a file may not import this; undefined if it may. */
export function judgeImport(path: string, specifier: string): string | undefined {
  const home = workspaceOf(path);
  if (home === undefined) return undefined;
  if (specifier.startsWith('node:') && WITHOUT_NODE.test(home) && !isBuildStep(path))
    return `${home} runs without Node: no ${specifier}`;
  if (specifier.startsWith('@tollgate/')) return judgeWorkspace(home, specifier);
  if (!specifier.startsWith('.')) return undefined;
  const target = posix.join(posix.dirname(path), specifier);
  if (target === TEST_LIMITS) return undefined;
  if (!target.startsWith(`${home}/`)) return `${specifier} leaves ${home}: import the package`;
  return path.startsWith(GATEWAY) ? judgeFolder(path, target) : undefined;
}

function judgeWorkspace(home: string, specifier: string): string | undefined {
  const [, name = '', ...deep] = specifier.split('/');
  if (deep.length > 0) return `${specifier}: a package has one entry, @tollgate/${name}`;
  const allowed = WORKSPACE_ARROWS[home];
  if (!allowed || allowed.includes(name)) return undefined;
  return `${home} may not import @tollgate/${name}`;
}

function judgeFolder(path: string, target: string): string | undefined {
  const from = folderOf(path);
  const to = folderOf(target);
  // Files outside the folders wire everything together, and nothing imports them.
  if (from === undefined || from === to) return undefined;
  if (to === undefined) return `${from} may not import ${target}: it wires everything`;
  return GATEWAY_ARROWS[from]?.includes(to) ? undefined : `${from} may not import ${to}`;
}

/** Returns the folder under the gateway's sources; undefined for files directly in them. */
function folderOf(path: string): string | undefined {
  const [folder, ...rest] = path.slice(GATEWAY.length).split('/');
  return rest.length > 0 ? folder : undefined;
}

function workspaceOf(path: string): string | undefined {
  return /^((?:packages|apps)\/[^/]+|simulators|conformance|e2e|bench|tools)\//.exec(path)?.[1];
}
