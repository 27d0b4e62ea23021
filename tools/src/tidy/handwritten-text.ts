import type { Finding, Rule } from './rule.ts';
import { isTest, type SourceFile } from './source-file.ts';
import { isNode, nameOf, type SyntaxNode, walk } from './walk.ts';

/** Properties whose text is shown to people, including by screen readers. */
const READ_BY_PEOPLE = new Set([
  'title',
  'label',
  'placeholder',
  'description',
  'alt',
  'header',
  'hint',
  'tooltip',
  'error',
  'nothingFound',
  'nothingFoundMessage',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
]);
const LETTER = /\p{L}/u;
const HAN = /\p{Script=Han}/u;

export const handwrittenText: Rule = {
  name: 'texts of the console come from the i18n package',
  check(file) {
    if (!/^apps\/console\/src\/.*\.tsx$/.test(file.path) || isTest(file.path)) return [];
    const findings = new Map<number, Finding>();
    walk(file.program, (node, ancestors) => {
      for (const text of textsOf(node, ancestors.at(-1))) {
        findings.set(text.start, describe(file, text));
      }
    });
    return [...findings.values()];
  },
};

function describe(file: SourceFile, { start, end }: SyntaxNode): Finding {
  const words = file.text.slice(start, end).trim().replaceAll(/\s+/g, ' ').slice(0, 40);
  const leading = /^\s*/.exec(file.text.slice(start, end))?.[0].length ?? 0;
  return { line: file.lineAt(start + leading), message: `text by hand: ${words}` };
}

function textsOf(node: SyntaxNode, parent: SyntaxNode | undefined): SyntaxNode[] {
  if (node.type === 'JSXText') return LETTER.test(node.value as string) ? [node] : [];
  if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute') {
    return literalsIn(node.expression);
  }
  if (node.type === 'JSXAttribute' && READ_BY_PEOPLE.has(nameOf(node.name) ?? '')) {
    return literalsIn(node.value);
  }
  if (node.type === 'Property' && READ_BY_PEOPLE.has(nameOf(node.key) ?? '')) {
    return literalsIn(node.value);
  }
  return isText(node) && HAN.test(textOf(node)) ? [node] : [];
}

/** The string literals that an expression may evaluate to: itself, or a branch of it. */
function literalsIn(value: unknown): SyntaxNode[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'JSXExpressionContainer':
      return literalsIn(value.expression);
    case 'ConditionalExpression':
      return [...literalsIn(value.consequent), ...literalsIn(value.alternate)];
    case 'LogicalExpression':
      return [...literalsIn(value.left), ...literalsIn(value.right)];
    case 'BinaryExpression':
      return value.operator === '+' ? [...literalsIn(value.left), ...literalsIn(value.right)] : [];
    default:
      return isText(value) && LETTER.test(textOf(value)) ? [value] : [];
  }
}

function isText(node: SyntaxNode): boolean {
  return (
    (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral'
  );
}

function textOf(node: SyntaxNode): string {
  if (node.type === 'Literal') return node.value as string;
  const parts = node.quasis as { value: { cooked: string | null } }[];
  return parts.map(({ value }) => value.cooked ?? '').join(' ');
}
