import type { SourceFile } from '../tidy/source-file.ts';
import { isNode, nameOf, type SyntaxNode, walk } from '../tidy/walk.ts';

/** A small fault that a test should detect. */
export interface Mutant {
  path: string;
  /** 1-based. */
  line: number;
  /** Offsets of the replaced text. */
  start: number;
  end: number;
  replacement: string;
  /** The change in readable form. */
  change: string;
}

/** Each operator with its replacements: the opposite, and the adjacent boundary. */
const OPERATORS: Record<string, readonly string[]> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
};
const TWIN_FUNCTIONS = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
]);
/** Statements that only produce output for people: nothing depends on them. */
const LOGGING = /^(?:[\w.]+\.)?(?:log|logger|metrics|trace)\??\.\w+\(/;

/** Returns every mutant of a file, in the order of the text. */
export function findMutants(file: SourceFile): Mutant[] {
  const mutants: Mutant[] = [];
  const add = (start: number, end: number, replacement: string) => {
    const was = file.text.slice(start, end);
    const change = `${shorten(was)} → ${replacement === '' ? '(removed)' : shorten(replacement)}`;
    mutants.push({ path: file.path, line: file.lineAt(start), start, end, replacement, change });
  };
  walk(file.program, (node, ancestors) => {
    if (ancestors.some(({ type }) => type.startsWith('TS') && /Type|Interface/.test(type))) return;
    mutateOperator(file.text, node, add);
    mutateCondition(node, add);
    mutateValue(file.text, node, add);
    mutateStatement(file.text, node, add);
  });
  return mutants.toSorted((one, other) => one.start - other.start);
}

type Add = (start: number, end: number, replacement: string) => void;

function mutateOperator(text: string, node: SyntaxNode, add: Add): void {
  if (!/^(Binary|Logical|Assignment)Expression$/.test(node.type)) return;
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return;
  // Strings are concatenated with the same operator.
  if (operator === '+' && [left, right].some(isText)) return;
  const at = text.indexOf(operator, left.end);
  for (const other of OPERATORS[operator] ?? []) add(at, at + operator.length, other);
}

function mutateCondition(node: SyntaxNode, add: Add): void {
  if (node.type !== 'IfStatement' && node.type !== 'ConditionalExpression') return;
  if (!isNode(node.test)) return;
  for (const value of ['true', 'false']) add(node.test.start, node.test.end, value);
}

function mutateValue(text: string, node: SyntaxNode, add: Add): void {
  if (node.type === 'Literal' && typeof node.value === 'boolean')
    add(node.start, node.end, String(!node.value));
  if (node.type === 'UnaryExpression' && node.operator === '!' && isNode(node.argument))
    add(node.start, node.end, text.slice(node.argument.start, node.argument.end));
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return;
  const { property } = node.callee;
  const twin = TWIN_FUNCTIONS.get(nameOf(property) ?? '');
  if (node.callee.type === 'MemberExpression' && twin !== undefined && isNode(property))
    add(property.start, property.end, twin);
}

function mutateStatement(text: string, node: SyntaxNode, add: Add): void {
  if (node.type === 'ReturnStatement' && isNode(node.argument))
    add(node.start, node.end, 'return undefined;');
  if (node.type !== 'ExpressionStatement' || !isNode(node.expression)) return;
  if (!LOGGING.test(text.slice(node.start, node.end))) add(node.start, node.end, '');
}

function isText(node: SyntaxNode): boolean {
  return node.type === 'TemplateLiteral' || typeof node.value === 'string';
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
