import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.ts';

export interface SourceFile {
  /** From the root of the repository. */
  path: string;
  text: string;
  lines: readonly string[];
}

export interface Finding {
  path: string;
  line: number;
  message: string;
}

/** A rule looks at one file and tells what it finds. */
export type Rule = (file: SourceFile) => Finding[];

export function createSourceFile(path: string, text: string): SourceFile {
  return { path, text, lines: text.split('\n') };
}

/** Every TypeScript file that git knows or would know. */
export function listSourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed
    .split('\n')
    .filter((path) => path !== '' && !/(^|\/)(dist|node_modules|fixtures)\//.test(path))
    .map((path) => createSourceFile(path, readFileSync(join(ROOT, path), 'utf8')));
}

/** Findings for the lines that match, but for those with `tidy-ignore: reason` on them or above. */
export function findLines({ path, lines }: SourceFile, pattern: RegExp, message: string): Finding[] {
  return lines.flatMap((line, index) =>
    pattern.test(line) && !isIgnored(lines, index)
      ? [{ path, line: index + 1, message: `${message}: ${line.trim().slice(0, 80)}` }]
      : [],
  );
}

/** Whether a line carries `tidy-ignore: reason`, or the one above does. */
export function isIgnored(lines: readonly string[], index: number): boolean {
  return [lines[index], lines[index - 1]].some((line) => /tidy-ignore: \S+/.test(line ?? ''));
}
