import type { Rule } from './rule.ts';
import { isTest, isTypeScript } from './source-file.ts';
import { findNodes, isNode } from './walk.ts';

export const relayFetch: Rule = {
  name: 'the relay never calls fetch',
  check(file) {
    const { path } = file;
    if (!path.startsWith('apps/gateway/src/relay/') || !isTypeScript(path) || isTest(path))
      return [];
    return findNodes(file.program, 'CallExpression')
      .filter(({ callee }) => isNode(callee) && isGlobalFetch(file.text, callee))
      .map(({ start }) => ({
        line: file.lineAt(start),
        message: 'calls fetch: five times slower than dispatch (send.ts)',
      }));
  },
};

function isGlobalFetch(text: string, { start, end }: { start: number; end: number }): boolean {
  return ['fetch', 'globalThis.fetch', 'undici.fetch'].includes(text.slice(start, end));
}
