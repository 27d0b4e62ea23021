import { stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';

const IMPORT = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\2/g;
const ADDRESS = /(\bnew URL\(\s*)(['"])([^'"\n]+)\.ts\2(\s*,\s*import\.meta\.url)/g;

/**
 * Compiles a module to run inside `node_modules`, where Node does not read TypeScript: types become spaces,
 * so that lines and columns stay, and imports are rewritten to the released files. `path` is relative to the
 * repository root, whose folders the release keeps.
 */
export function compileModule(path: string, source: string): string {
  return releaseImports(path, stripTypeScriptTypes(source))
    .replaceAll(ADDRESS, '$1$2$3.js$2$4')
    .replaceAll(/[ \t]+$/gm, '');
}

/** Rewrites the imports of a module or its declarations to the released files. */
export function releaseImports(path: string, source: string): string {
  const here = posix.dirname(path);
  return source.replaceAll(IMPORT, (whole, before: string, quote: string, specifier: string) => {
    const target = releasedSpecifier(here, specifier);
    return target === undefined ? whole : before + quote + target + quote;
  });
}

/** Returns a specifier's replacement in the release; undefined if it is unchanged. */
function releasedSpecifier(here: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return specifier.replace(/\.ts$/, '.js');
  const [, name] = /^@tollgate\/([\w-]+)$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const relative = posix.relative(here, `packages/${name}/src/index.js`);
  return relative.startsWith('.') ? relative : `./${relative}`;
}
