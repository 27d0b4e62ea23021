import type { Finding, Rule } from './rule.ts';
import type { SourceFile } from './source-file.ts';

const ESCAPE = /tidy-ignore: *(\S.*\S)/;

/**
 * Returns a rule's findings in the files, as `path:line message`. A finding is excused by `tidy-ignore:` and
 * a reason, on its line or the line above.
 */
export function runRule(rule: Rule, files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    rule
      .check(file)
      .filter(({ line }) => !isExcused(file, line))
      .map((finding) => render(file, finding)),
  );
}

function isExcused({ lines }: SourceFile, line: number): boolean {
  return ESCAPE.test(lines[line - 1] ?? '') || ESCAPE.test(lines[line - 2] ?? '');
}

function render({ path }: SourceFile, { line, message }: Finding): string {
  return `${path}:${line} ${message}`;
}
