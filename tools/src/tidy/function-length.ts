import type { Rule } from './rule.ts';
import { isTypeScript } from './source-file.ts';
import { nameOf, type SyntaxNode, walk } from './walk.ts';

export const FUNCTION_LINES_MAX = 70;
/** A component is mostly markup, with one attribute per line. */
const COMPONENT_LINES_MAX = 160;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

export const functionLength: Rule = {
  name: 'no function is longer than 70 lines',
  check(file) {
    if (!isTypeScript(file.path)) return [];
    const findings: { line: number; message: string }[] = [];
    const limit =
      file.path.endsWith('.tsx') || file.path.startsWith('e2e/')
        ? COMPONENT_LINES_MAX
        : FUNCTION_LINES_MAX;
    walk(file.program, (node, ancestors) => {
      if (!FUNCTIONS.has(node.type) || isTestGroup(ancestors.at(-1))) return;
      const line = file.lineAt(node.start);
      const count = file.lineAt(node.end) - line + 1;
      if (count <= limit) return;
      const name = nameOf(node.id) ?? nameOf(ancestors.at(-1)?.id) ?? 'a function';
      findings.push({ line, message: `${name} has ${count} lines, at most ${limit}` });
    });
    return findings;
  },
};

/** The callback of `describe` contains tests, as a file does: it is not a unit of logic. */
function isTestGroup(parent: SyntaxNode | undefined): boolean {
  if (parent?.type !== 'CallExpression') return false;
  const callee = parent.callee as SyntaxNode;
  return (
    nameOf(callee) === 'describe' || nameOf((callee as { callee?: unknown }).callee) === 'each'
  );
}
