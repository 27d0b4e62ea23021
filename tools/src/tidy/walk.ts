/** A node of the syntax tree, as defined by ESTree. Its other fields depend on its type. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * Calls `visit` for every node, outer ones first, with its ancestors, nearest last. The array of ancestors is
 * reused and changes after the visit.
 */
export function walk(
  root: SyntaxNode,
  visit: (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => void,
): void {
  const ancestors: SyntaxNode[] = [];
  const enter = (node: SyntaxNode) => {
    visit(node, ancestors);
    ancestors.push(node);
    forEachChild(node, enter);
    ancestors.pop();
  };
  enter(root);
}

/** Nodes of each tree by type: every rule searches the same trees for different types. */
const indexes = new WeakMap<SyntaxNode, ReadonlyMap<string, SyntaxNode[]>>();

/** Returns all nodes of some types, in the order of the text. */
export function findNodes(root: SyntaxNode, ...types: readonly string[]): SyntaxNode[] {
  let index = indexes.get(root);
  if (!index) indexes.set(root, (index = indexByType(root)));
  const nodes = types.flatMap((type) => index.get(type) ?? []);
  return types.length === 1 ? nodes : nodes.toSorted((one, other) => one.start - other.start);
}

function indexByType(root: SyntaxNode): Map<string, SyntaxNode[]> {
  const index = new Map<string, SyntaxNode[]>();
  walk(root, (node) => {
    const same = index.get(node.type);
    if (same) same.push(node);
    else index.set(node.type, [node]);
  });
  return index;
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
  );
}

/** Returns the name of an identifier, a member's property or an object's key; otherwise undefined. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'MemberExpression') return nameOf(node.property);
  if (typeof node.name === 'string') return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function forEachChild(node: SyntaxNode, enter: (child: SyntaxNode) => void): void {
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const one of value as unknown[]) if (isNode(one)) enter(one);
    } else if (isNode(value)) enter(value);
  }
}
