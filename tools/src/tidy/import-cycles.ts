import { posix } from 'node:path';
import { isTypeScript, type SourceFile } from './source-file.ts';
import { findNodes, nameOf } from './walk.ts';

/**
 * Import cycles, those by types alone included: each as the sorted paths of the files that reach
 * one another. Imports at run time (`import('…')`) are no edges: a page may be loaded by the list
 * that it links to.
 */
export function findImportCycles(files: readonly SourceFile[]): string[][] {
  const sources = files.filter(({ path }) => isTypeScript(path));
  const paths = new Set(sources.map(({ path }) => path));
  const edges = new Map(sources.map((file) => [file.path, importsOf(file, paths)]));
  return stronglyConnected(edges).filter((group) => group.length > 1);
}

function importsOf(file: SourceFile, paths: ReadonlySet<string>): readonly string[] {
  return findNodes(
    file.program,
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
  ).flatMap(({ source }) => {
    const specifier = nameOf(source);
    const target = specifier === undefined ? undefined : resolve(file.path, specifier);
    return target !== undefined && paths.has(target) ? [target] : [];
  });
}

function resolve(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const name = /^@tollgate\/([a-z0-9]+)$/.exec(specifier)?.[1];
  if (name === undefined) return undefined;
  return name === 'simulators' ? 'simulators/src/index.ts' : `packages/${name}/src/index.ts`;
}

/** Tarjan's algorithm. Source: R. Tarjan, Depth-first search and linear graph algorithms, 1972. */
function stronglyConnected(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const lower = (node: string, to: number) =>
    lowest.set(node, Math.min(lowest.get(node) ?? to, to));

  function visit(node: string): void {
    const at = order.size;
    order.set(node, at);
    lower(node, at);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      // A file of a finished group is no longer on the stack.
      if (stack.includes(next)) lower(node, lowest.get(next) ?? at);
    }
    if (lowest.get(node) === at) groups.push(stack.splice(stack.indexOf(node)).toSorted());
  }

  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return groups;
}
