import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';
import { findNodes, nameOf } from './walk.ts';

/**
 * Returns the paths of our own files that a file imports or re-exports, including types and at run time
 * (`import('…')`). Packages are represented by their entry, `packages/<name>/src/index.ts`.
 */
export function importsOf(file: SourceFile): string[] {
  return findNodes(
    file.program,
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
  ).flatMap(({ source }) => {
    const specifier = nameOf(source);
    return (specifier === undefined ? undefined : resolve(file.path, specifier)) ?? [];
  });
}

function resolve(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const name = /^@tollgate\/([a-z0-9]+)$/.exec(specifier)?.[1];
  if (name === undefined) return undefined;
  return name === 'simulators' ? 'simulators/src/index.ts' : `packages/${name}/src/index.ts`;
}
