/** A node of the syntax tree, as ESTree has it. Its other fields depend on its type. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Calls `visit` for every node, outer ones first, with its ancestors, the nearest last. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => void,
  ancestors: readonly SyntaxNode[] = [],
): void {
  visit(node, ancestors);
  const inner = [...ancestors, node];
  for (const child of childrenOf(node)) walk(child, visit, inner);
}

/** All nodes of some types. */
export function findNodes(root: SyntaxNode, ...types: readonly string[]): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(root, (node) => {
    if (types.includes(node.type)) found.push(node);
  });
  return found;
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  );
}

/** The name of an identifier, of a member's property or of an object's key; else undefined. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'MemberExpression') return nameOf(node.property);
  if (typeof node.name === 'string') return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode);
}
