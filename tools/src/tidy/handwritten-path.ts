import type { Rule } from './rule.ts';
import { isTest } from './source-file.ts';
import { findNodes, type SyntaxNode } from './walk.ts';

const ADDRESS = /^\/[A-Za-z$]/;

export const handwrittenPath: Rule = {
  name: 'addresses of pages come from the route table, of calls from the contract',
  check(file) {
    if (!/^apps\/console\/src\/.*\.tsx$/.test(file.path) || isTest(file.path)) return [];
    return findNodes(file.program, 'Literal', 'TemplateLiteral')
      .filter((node) => ADDRESS.test(headOf(node)))
      .map((node) => ({
        line: file.lineAt(node.start),
        message: `address by hand: ${headOf(node)}`,
      }));
  },
};

/** The beginning of a string, whatever is interpolated later. */
function headOf(node: SyntaxNode): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  const [first] = node.quasis as { value: { cooked: string | null } }[];
  return first?.value.cooked ?? '';
}
