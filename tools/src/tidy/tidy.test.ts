import { errorTable } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { expect, test } from 'vitest';
import { arrows } from './arrows.ts';
import { consoleTexts, quotaWriters, relayOutside } from './boundaries.ts';
import { size } from './size.ts';
import { createSourceFile, listSourceFiles, type Rule } from './source-file.ts';
import { folderNames, halfDone, machinePaths, namedExports } from './writing.ts';

const rules: Record<string, Rule> = {
  size,
  arrows,
  quotaWriters,
  relayOutside,
  consoleTexts,
  halfDone,
  machinePaths,
  namedExports,
  folderNames,
};
const files = listSourceFiles();

test('there are files to check', () => {
  expect(files.length).toBeGreaterThan(200);
});

test.each(Object.entries(rules))('the repository keeps the rule %s', (_name, rule) => {
  expect(files.flatMap(rule).map(({ path, line, message }) => `${path}:${line} ${message}`)).toEqual([]);
});

const marker = ['TO', 'DO'].join('');
test.each<[string, Rule, string, string]>([
  ['a long file', size, 'x.ts', 'a\n'.repeat(401)],
  ['a long function', size, 'x.ts', `function long() {\n${'  a();\n'.repeat(70)}}\n`],
  ['a package that imports another', arrows, 'packages/pricing/src/x.ts', "import { a } from '@tollgate/contract';"],
  ['a relay that reads the store', arrows, 'apps/gateway/src/relay/x.ts', "import { a } from '../store/x.ts';"],
  ['an api that reads the store', arrows, 'apps/gateway/src/api/x.ts', "import { a } from '../store/x.ts';"],
  [
    'a platform that knows the domain',
    arrows,
    'apps/gateway/src/platform/x.ts',
    "import type { A } from '../domain/x.ts';",
  ],
  ['a console that imports dialects', arrows, 'apps/console/src/x.ts', "import { a } from '@tollgate/dialects';"],
  ['a second writer of quota', quotaWriters, 'apps/gateway/src/domain/x.ts', '.set({ quota: 5 })'],
  ['a fetch in the relay', relayOutside, 'apps/gateway/src/relay/x.ts', 'await fetch(url);'],
  ['an English text in a page', consoleTexts, 'apps/console/src/x.tsx', '<Button>Save changes</Button>'],
  ['a label by hand', consoleTexts, 'apps/console/src/x.tsx', '<TextInput label="Name" />'],
  ['a path by hand', consoleTexts, 'apps/console/src/x.tsx', '<Link to="/token" />'],
  ['an unfinished note', halfDone, 'x.ts', `// ${marker}: later`],
  ['a default export', namedExports, 'x.ts', 'export default 1;'],
  ['a folder that says nothing', folderNames, 'apps/utils/x.ts', ''],
])('%s is found', (_name, rule, path, text) => {
  expect(rule(createSourceFile(path, text))).not.toEqual([]);
});

test('a reason on the line above lets a line pass', () => {
  expect(namedExports(createSourceFile('x.ts', '// tidy-ignore: a tool reads it\nexport default 1;'))).toEqual([]);
});

test('every error code has a text in both languages', () => {
  const codes = Object.keys(errorTable).sort();
  for (const language of ['zh', 'en'] as const) expect(Object.keys(texts[language].errors).sort()).toEqual(codes);
});
