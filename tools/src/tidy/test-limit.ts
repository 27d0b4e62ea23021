import type { Rule } from './rule.ts';
import { isTypeScript, type SourceFile } from './source-file.ts';
import { findNodes, isNode, nameOf, type SyntaxNode } from './walk.ts';

const LIMITED = /^(?:test|it|describe|before(?:All|Each)|after(?:All|Each)|expect\.poll)\b/;
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);
const SHORT = /^vi\.(?:waitFor|waitUntil|setConfig)$/;

/**
 * Finds limits that tests and hooks state, and waits that end after a second. `expect.poll` works in tests only: hooks
 * give `vi.waitUntil` the limits. A short limit fails on a slow machine, and of many limits one is always short.
 */
export const testLimit: Rule = {
  name: 'the time limits of tests are those of test-limits.ts',
  check(file) {
    if (!isVitest(file)) return [];
    return findNodes(file.program, 'CallExpression').flatMap((call) => {
      const callee = nameOfCallee(call);
      const line = file.lineAt(call.start);
      if (SHORT.test(callee) && !file.text.slice(call.start, call.end).includes('TEST_LIMITS'))
        return [{ line, message: `calls ${callee} with a short limit: use expect.poll` }];
      return LIMITED.test(callee) && hasLimit(argumentsOf(call))
        ? [{ line, message: `gives ${callee} a time limit of its own` }]
        : [];
    });
  },
};

function isVitest({ path }: SourceFile): boolean {
  return isTypeScript(path) && !path.startsWith('e2e/');
}

/** Returns `test.each` for `test.each(rows)('name', run)`, too. */
function nameOfCallee({ callee }: SyntaxNode): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'CallExpression') return nameOfCallee(callee);
  if (callee.type === 'TaggedTemplateExpression' && isNode(callee.tag)) return nameIn(callee.tag);
  return nameIn(callee);
}

function nameIn(node: SyntaxNode): string {
  if (node.type !== 'MemberExpression') return nameOf(node) ?? '';
  const { object, property } = node;
  return `${isNode(object) ? nameIn(object) : ''}.${nameOf(property) ?? ''}`;
}

function argumentsOf({ arguments: found }: SyntaxNode): SyntaxNode[] {
  return Array.isArray(found) ? found.filter(isNode) : [];
}

/** A limit follows the function, or is among the options. */
function hasLimit(found: readonly SyntaxNode[]): boolean {
  const afterFunction = found.findIndex(({ type }) => FUNCTIONS.has(type)) + 1;
  return (afterFunction > 0 && isTime(found[afterFunction])) || found.some(namesLimit);
}

function namesLimit({ type, properties }: SyntaxNode): boolean {
  if (type !== 'ObjectExpression' || !Array.isArray(properties)) return false;
  return properties.some((entry) => isNode(entry) && nameOf(entry.key) === 'timeout');
}

function isTime(argument: SyntaxNode | undefined): boolean {
  return argument !== undefined && argument.type !== 'ObjectExpression';
}
