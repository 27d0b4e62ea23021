import type { Rule } from './rule.ts';
import { isTypeScript } from './source-file.ts';
import { findNodes, nameOf } from './walk.ts';

export const defaultExport: Rule = {
  name: 'exports have names',
  check(file) {
    if (!isTypeScript(file.path) || file.path.endsWith('.config.ts')) return [];
    const renamed = findNodes(file.program, 'ExportSpecifier').filter(
      ({ exported }) => nameOf(exported) === 'default',
    );
    return [...findNodes(file.program, 'ExportDefaultDeclaration'), ...renamed].map(
      ({ start }) => ({
        line: file.lineAt(start),
        message: 'exports a default',
      }),
    );
  },
};
