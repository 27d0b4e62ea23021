import { dirname, join } from 'node:path';
import type { Finding, Rule } from './source-file.ts';

/** What each place may import of ours: folders by path, packages by name. The longest prefix counts. */
const ALLOWED: readonly [prefix: string, targets: readonly string[]][] = [
  ['packages/contract/', []],
  ['packages/dialects/', []],
  ['packages/pricing/', []],
  ['packages/i18n/', []],
  ['apps/console/', ['contract', 'pricing', 'i18n']],
  ['apps/gateway/src/platform/', ['contract', 'apps/gateway/src/platform/']],
  ['apps/gateway/src/store/', ['contract', 'apps/gateway/src/store/', 'apps/gateway/src/platform/']],
  [
    'apps/gateway/src/domain/',
    [
      'contract',
      'dialects',
      'pricing',
      'i18n',
      'apps/gateway/src/domain/',
      'apps/gateway/src/store/',
      'apps/gateway/src/platform/',
    ],
  ],
  [
    'apps/gateway/src/identity/',
    ['contract', 'apps/gateway/src/identity/', 'apps/gateway/src/domain/', 'apps/gateway/src/platform/'],
  ],
  [
    'apps/gateway/src/relay/',
    [
      'contract',
      'dialects',
      'pricing',
      'apps/gateway/src/relay/',
      'apps/gateway/src/domain/',
      'apps/gateway/src/platform/',
    ],
  ],
  [
    'apps/gateway/src/api/',
    [
      'contract',
      'apps/gateway/src/api/',
      'apps/gateway/src/identity/',
      'apps/gateway/src/domain/',
      'apps/gateway/src/platform/',
    ],
  ],
  ['apps/gateway/src/', ['contract', 'apps/gateway/src/']],
  ['simulators/', []],
];

const IMPORT = /(?:^|\s)(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/;

/** Imports follow the arrows of ARCHITECTURE.md. Tests may also use simulators and test support. */
export const arrows: Rule = ({ path, lines }) => {
  if (/\.test\.tsx?$/.test(path)) return [];
  const rule = ALLOWED.find(([prefix]) => path.startsWith(prefix));
  if (!rule) return [];
  const [home, targets] = rule;
  return lines.flatMap((line, index): Finding[] => {
    const match = IMPORT.exec(line);
    const target = targetOf(path, match?.[1] ?? match?.[2] ?? '');
    if (target === undefined) return [];
    const inside = target.startsWith('/') && target.slice(1).startsWith(home) && home !== 'apps/gateway/src/';
    const allowed =
      inside || targets.some((name) => (target.startsWith('/') ? target.slice(1).startsWith(name) : target === name));
    return allowed ? [] : [{ path, line: index + 1, message: `may not import ${match?.[1] ?? match?.[2]}` }];
  });
};

/** `/path` for a relative import, the bare name for one of our packages, undefined for everything else. */
function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('@tollgate/')) return specifier.slice('@tollgate/'.length);
  if (specifier.startsWith('.')) return `/${join(dirname(path), specifier)}`;
  return undefined;
}
