import type { Finding, Rule } from './rule.ts';
import { isTypeScript, type SourceFile } from './source-file.ts';
import { findNodes, isNode, nameOf, type SyntaxNode } from './walk.ts';

const TEST_CALLS = new Set(['it', 'test', 'describe', 'suite']);
const SWITCHES = new Set(['only', 'skip', 'todo', 'fails', 'fixme']);
const COMMENT = /\b(?:TODO|FIXME|XXX|HACK)\b|@ts-(?:ignore|nocheck|expect-error)/;

export const weakSpot: Rule = {
  name: 'nothing is switched off or put off',
  check(file) {
    if (!isTypeScript(file.path)) return [];
    return [...findComments(file), ...findSwitches(file)];
  },
};

function findComments(file: SourceFile): Finding[] {
  return file.comments.flatMap(({ value, start }) => {
    const match = COMMENT.exec(value)?.[0];
    return match === undefined ? [] : [{ line: file.lineAt(start), message: `has ${match}` }];
  });
}

function findSwitches(file: SourceFile): Finding[] {
  return findNodes(file.program, 'CallExpression').flatMap(({ callee, start }) => {
    const chain = isNode(callee) ? chainOf(callee) : [];
    if (!TEST_CALLS.has(chain[0] ?? '')) return [];
    const switchName = chain.slice(1).find((name) => SWITCHES.has(name));
    return switchName === undefined
      ? []
      : [{ line: file.lineAt(start), message: `has .${switchName}` }];
  });
}

/** Splits `test.describe.only` into its three names. */
function chainOf(node: SyntaxNode): string[] {
  if (node.type !== 'MemberExpression' || !isNode(node.object)) return [nameOf(node) ?? ''];
  return [...chainOf(node.object), nameOf(node.property) ?? ''];
}
