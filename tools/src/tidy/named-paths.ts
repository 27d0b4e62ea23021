import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';
import type { Rule } from './rule.ts';

const LIVE_DOCS = /^(?:docs\/[a-z-]+\.md|[A-Z]+\.md)$/;
/** A path from the root in a code span; without placeholders such as `<name>`. */
const NAMED =
  /`((?:apps|bench|clients|conformance|docs|e2e|packages|simulators|tools)\/[\w./-]+)`/g;

export const namedPaths: Rule = {
  name: 'files and folders that the glossary and other documents name exist',
  check({ path, lines }) {
    if (!LIVE_DOCS.test(path) || path === 'CHANGELOG.md') return [];
    return lines.flatMap((text, index) =>
      [...text.matchAll(NAMED)]
        .map(([, named = '']) => named)
        .filter((named) => !existsSync(join(repositoryRoot, named)))
        .map((named) => ({ line: index + 1, message: `names ${named}, which does not exist` })),
    );
  },
};
