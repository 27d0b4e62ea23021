import type { Rule } from './rule.ts';
import { isTest, isTypeScript } from './source-file.ts';
import { findNodes, isNode, nameOf, type SyntaxNode } from './walk.ts';

/** Where SQL may be written; `platform/lock-folder.ts` locks a folder with a database file. */
const SQL_FOLDERS = ['apps/gateway/src/store/', 'apps/gateway/src/domain/wallet/store/'];
const QUERY_METHODS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom']);
const SQL_TEXT = /^[`'"]\s*(?:SELECT\s[\s\S]*\sFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM)\s/;

/** All SQL belongs in repositories: `store/`, and for quota the wallet's own `store/` (ADR 38). */
export const sqlLocation: Rule = {
  name: 'SQL is written in repositories only: store/ and domain/wallet/store/',
  check(file) {
    const { path } = file;
    if (!path.startsWith('apps/gateway/src/') || !isTypeScript(path) || isTest(path)) return [];
    if (SQL_FOLDERS.some((folder) => path.startsWith(folder))) return [];
    const calls = findNodes(file.program, 'CallExpression').filter(({ callee }) => isQuery(callee));
    const texts = findNodes(file.program, 'TemplateLiteral', 'Literal').filter((node) =>
      SQL_TEXT.test(file.text.slice(node.start, node.end)),
    );
    return [...calls, ...texts].map(({ start }) => ({
      line: file.lineAt(start),
      message: 'SQL outside a repository: a function in store/ does it',
    }));
  },
};

function isQuery(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false;
  return QUERY_METHODS.has(nameOf((callee as SyntaxNode & { property: unknown }).property) ?? '');
}
