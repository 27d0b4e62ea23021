import type { Rule } from './rule.ts';
import { isTest, isTypeScript } from './source-file.ts';

/** The composition, which hands out the parts. */
const COMPOSITION =
  /^apps\/gateway\/src\/domain\/(?:domain|open-domain|jobs\/gateway-jobs)\.ts$|^(?!apps\/gateway\/src\/domain\/)/;
const WHOLE = /: Domain(?![\w[])/;

export const wholeDomain: Rule = {
  name: 'a use case takes what it needs of the domain, not all of it',
  check({ path, lines }) {
    if (!isTypeScript(path) || isTest(path) || COMPOSITION.test(path)) return [];
    return lines.flatMap((line, index) =>
      WHOLE.test(line)
        ? [{ line: index + 1, message: "takes the whole Domain: say Pick<Domain, '…'> (ADR 38)" }]
        : [],
    );
  },
};
