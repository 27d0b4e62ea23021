import { expect, test } from 'vitest';
import { findImportCycles } from './import-cycles.ts';
import { createSourceFile } from './source-file.ts';

function cyclesOf(texts: Readonly<Record<string, string>>): string[][] {
  return findImportCycles(
    Object.entries(texts).map(([path, text]) => createSourceFile(path, text)),
  );
}

test('two files that import one another are an import cycle, even if only by types', () => {
  const found = cyclesOf({
    'tools/src/a.ts': "import type { B } from './b.ts';\nexport type A = B;",
    'tools/src/b.ts': "import { type A } from './a.ts';\nexport type B = A;",
    'tools/src/c.ts': "import type { A } from './a.ts';\nexport type C = A;",
  });
  expect(found).toEqual([['tools/src/a.ts', 'tools/src/b.ts']]);
});

test("an import cycle is found through re-exports, folders and a package's entry", () => {
  const found = cyclesOf({
    'packages/pricing/src/index.ts': "export { price } from './price.ts';",
    'packages/pricing/src/price.ts': "export * from './seeds/seed.ts';",
    'packages/pricing/src/seeds/seed.ts': "import { price } from '@tollgate/pricing';",
  });
  expect(found).toEqual([
    [
      'packages/pricing/src/index.ts',
      'packages/pricing/src/price.ts',
      'packages/pricing/src/seeds/seed.ts',
    ],
  ]);
});

test('a file that is loaded at run time by one that it imports makes an import cycle', () => {
  const found = cyclesOf({
    'apps/console/src/pages/index.ts': "export const load = () => import('./page.tsx');",
    'apps/console/src/pages/page.tsx': "import { load } from './index.ts';",
  });
  expect(found).toEqual([['apps/console/src/pages/index.ts', 'apps/console/src/pages/page.tsx']]);
});

test('files that share imports are no import cycle', () => {
  const found = cyclesOf({
    'apps/console/src/pages/page.tsx': "import './shared.ts';",
    'apps/console/src/pages/other.ts': "import './shared.ts';",
    'apps/console/src/pages/shared.ts': 'export const shared = 1;',
  });
  expect(found).toEqual([]);
});
