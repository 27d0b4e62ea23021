import { describe, expect, test } from 'vitest';
import { importArrows, judgeImport } from './import-arrows.ts';
import { findIn } from './testing/find-in.ts';

const gateway = 'apps/gateway/src';

describe('imports', () => {
  test.each([
    ['packages/pricing/src/charge.ts', '@tollgate/contract'],
    ['packages/pricing/src/charge.ts', 'node:fs'],
    ['packages/pricing/src/charge.ts', '../../contract/src/index.ts'],
    ['apps/console/src/main.tsx', '@tollgate/dialects'],
    ['apps/console/src/main.tsx', '@tollgate/contract/src/errors.ts'],
    [`${gateway}/app.ts`, '@tollgate/simulators'],
    [`${gateway}/api/users.ts`, '../store/users-repository.ts'],
    [`${gateway}/relay/send.ts`, '../api/server.ts'],
    [`${gateway}/relay/send.ts`, '../store/schema.ts'],
    [`${gateway}/store/schema.ts`, '../domain/domain.ts'],
    [`${gateway}/store/migrations/index.ts`, '../../domain/domain.ts'],
    [`${gateway}/platform/clock.ts`, '../store/schema.ts'],
    [`${gateway}/domain/domain.ts`, '../app.ts'],
    [`${gateway}/new-folder/a.ts`, '../platform/clock.ts'],
  ])('%s may not import %s', (path, specifier) => {
    expect(judgeImport(path, specifier)).toBeTypeOf('string');
  });

  test.each([
    ['packages/pricing/src/seeds/a.ts', '../price.ts'],
    ['packages/contract/src/errors.ts', 'zod'],
    ['apps/console/src/main.tsx', '@tollgate/contract'],
    [`${gateway}/api/users.ts`, '../domain/accounts/users.ts'],
    [`${gateway}/domain/wallet/wallet.ts`, '../../platform/clock.ts'],
    [`${gateway}/relay/send.ts`, '@tollgate/dialects'],
    [`${gateway}/app.ts`, './relay/relay.ts'],
    ['tools/src/dev.ts', '@tollgate/simulators'],
  ])('%s may import %s', (path, specifier) => {
    expect(judgeImport(path, specifier)).toBeUndefined();
  });

  test('every form of import is checked', () => {
    const forms = [
      "import { a } from '../store/a.ts';",
      "import type { B } from '../store/b.ts';",
      "export { c } from '../store/c.ts';",
      "export * from '../store/d.ts';",
      "const e = await import('../store/e.ts');",
      "import '../store/f.ts';",
    ];
    const found = findIn(importArrows, `${gateway}/relay/a.ts`, forms.join('\n'));
    expect(found.map((line) => line[0])).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test('tests may import more', () => {
    const text = "import { startApp } from '@tollgate/simulators';";
    expect(findIn(importArrows, `${gateway}/relay/a.test.ts`, text)).toEqual([]);
  });
});
