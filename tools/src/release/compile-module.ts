import { stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';

const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\2/g;
const ADDRESS = /(\bnew URL\(\s*)(['"])([^'"\n]+)\.ts\2(\s*,\s*import\.meta\.url)/g;

/**
 * A module as Node runs it inside `node_modules`, where it reads no TypeScript: types become spaces,
 * so lines and columns stay, and imports name what is there. `path` is from the root of the
 * repository, whose folders the release keeps.
 */
export function compileModule(path: string, source: string): string {
  return releaseImports(path, stripTypeScriptTypes(source))
    .replaceAll(ADDRESS, '$1$2$3.js$2$4')
    .replaceAll(/[ \t]+$/gm, '');
}

/** A module, or declarations of one, whose imports name what is there in the release. */
export function releaseImports(path: string, source: string): string {
  const here = posix.dirname(path);
  return source.replaceAll(IMPORT, (whole, before: string, quote: string, specifier: string) => {
    const target = releasedSpecifier(here, specifier);
    return target === undefined ? whole : before + quote + target + quote;
  });
}

/** What a specifier is in the release; undefined where it stays. */
function releasedSpecifier(here: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return specifier.replace(/\.ts$/, '.js');
  const [, name] = /^@tollgate\/([\w-]+)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const relative = posix.relative(here, `packages/${name}/src/index.js`);
  return relative.startsWith('.') ? relative : `./${relative}`;
}
