import { parseSync, type Comment } from 'oxc-parser';
import type { SyntaxNode } from './walk.ts';

export interface SourceFile {
  /** Relative to the repository root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** The syntax tree of a TypeScript file. */
  readonly program: SyntaxNode;
  readonly comments: readonly Comment[];
  /** Returns the 1-based line of an offset in the text. */
  lineAt(offset: number): number;
}

/** Whether the syntax rules can parse a file. */
export function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path);
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/testing\/|\/test-support\/|^e2e\//.test(path);
}

/** Wraps a file's text for the rules. It is parsed when a rule first needs the syntax tree. */
export function createSourceFile(path: string, text: string): SourceFile {
  let parsed: { program: SyntaxNode; comments: readonly Comment[] } | undefined;
  let starts: readonly number[] | undefined;
  const parse = () => (parsed ??= readSyntax(path, text));
  return {
    path,
    text,
    lines: text.split('\n'),
    get program() {
      return parse().program;
    },
    get comments() {
      return parse().comments;
    },
    lineAt(offset) {
      starts ??= lineStarts(text);
      const after = starts.findLastIndex((start) => start <= offset);
      return after + 1;
    },
  };
}

/** The offsets at which lines begin. */
function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function readSyntax(path: string, text: string) {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  return { program: program as unknown as SyntaxNode, comments };
}
