import { importsOf } from './imports-of.ts';
import { isTypeScript, type SourceFile } from './source-file.ts';

/**
 * Finds import cycles, including those by types only and by imports at run time (`import('…')`): each as the
 * sorted paths of the files that reach one another.
 */
export function findImportCycles(files: readonly SourceFile[]): string[][] {
  const sources = files.filter(({ path }) => isTypeScript(path));
  const paths = new Set(sources.map(({ path }) => path));
  const edges = new Map(
    sources.map((file) => [file.path, importsOf(file).filter((path) => paths.has(path))]),
  );
  return stronglyConnected(edges).filter((group) => group.length > 1);
}

/** Tarjan's algorithm. Source: R. Tarjan, Depth-first search and linear graph algorithms, 1972. */
function stronglyConnected(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const isOnStack = new Set<string>();
  const groups: string[][] = [];
  const lower = (node: string, to: number) =>
    lowest.set(node, Math.min(lowest.get(node) ?? to, to));

  function visit(node: string): void {
    const at = order.size;
    order.set(node, at);
    lower(node, at);
    stack.push(node);
    isOnStack.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      // A file of a completed component is no longer on the stack.
      if (isOnStack.has(next)) lower(node, lowest.get(next) ?? at);
    }
    if (lowest.get(node) !== at) return;
    const group = stack.splice(stack.lastIndexOf(node));
    for (const one of group) isOnStack.delete(one);
    groups.push(group.toSorted());
  }

  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return groups;
}
