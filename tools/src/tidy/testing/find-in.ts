import type { Rule } from '../rule.ts';
import { runRule } from '../run-rules.ts';
import { createSourceFile } from '../source-file.ts';

/** Returns a rule's findings in a sample, as `line message`. */
export function findIn(rule: Rule, path: string, text: string): string[] {
  const findings = runRule(rule, [createSourceFile(path, text)]);
  return findings.map((finding) => finding.slice(path.length + 1));
}
