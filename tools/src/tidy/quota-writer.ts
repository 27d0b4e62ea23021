import type { Finding, Rule } from './rule.ts';
import { isTest, isTypeScript, type SourceFile } from './source-file.ts';
import { findNodes, isNode, nameOf, type SyntaxNode } from './walk.ts';

const COLUMNS = new Set([
  'quota',
  'held',
  'used_quota',
  'remain_quota',
  'total_topup',
  'aff_quota',
  'aff_history_quota',
]);
const UPDATE_TEXT = /\bupdate\s+"?(?:users|tokens)"?\s+set\b([^;`]*)/i;
const SETTERS = new Set(['set', 'doUpdateSet']);

export const quotaWriter: Rule = {
  name: 'only domain/wallet writes balances',
  check(file) {
    const { path } = file;
    if (!path.startsWith('apps/gateway/src/') || !isTypeScript(path) || isTest(path)) return [];
    if (path.startsWith('apps/gateway/src/domain/wallet/')) return [];
    if (path.startsWith('apps/gateway/src/store/migrations/')) return [];
    return [...findSetters(file), ...findUpdateTexts(file)];
  },
};

function findSetters(file: SourceFile): Finding[] {
  return findNodes(file.program, 'CallExpression').flatMap((call) => {
    if (!SETTERS.has(nameOf(call.callee) ?? '') || !isMember(call.callee)) return [];
    return writtenColumns(call)
      .filter((column) => COLUMNS.has(column))
      .map((column) => ({ line: file.lineAt(call.start), message: `writes ${column}` }));
  });
}

/**
 * Returns the columns of `.set({ column: … })` and `.set('column', …)`; a Map's `.set(key, value)` has none.
 */
function writtenColumns({ arguments: args }: SyntaxNode): string[] {
  const [first, second] = args as SyntaxNode[];
  if (first?.type === 'ObjectExpression' && second === undefined) {
    return (first.properties as SyntaxNode[]).flatMap((property) => nameOf(property.key) ?? []);
  }
  return first?.type === 'Literal' && second !== undefined ? [nameOf(first) ?? ''] : [];
}

function isMember(callee: unknown): boolean {
  return isNode(callee) && callee.type === 'MemberExpression';
}

function findUpdateTexts(file: SourceFile): Finding[] {
  return findNodes(file.program, 'TemplateLiteral', 'Literal').flatMap((node) => {
    const assignments = UPDATE_TEXT.exec(file.text.slice(node.start, node.end))?.[1];
    if (assignments === undefined) return [];
    const before = assignments.split(/\bwhere\b/i)[0] ?? '';
    return [...before.matchAll(/"?(\w+)"?\s*=/g)]
      .map(([, column = '']) => column)
      .filter((column) => COLUMNS.has(column))
      .map((column) => ({ line: file.lineAt(node.start), message: `writes ${column} in SQL` }));
  });
}
