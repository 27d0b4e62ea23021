import { expect, test } from 'vitest';
import { listTsconfigs, listWorkspaces } from './repository.ts';

test('every workspace is found, those behind a pattern too', () => {
  expect(listWorkspaces()).toEqual(
    expect.arrayContaining(['packages/contract', 'apps/gateway', 'apps/console', 'tools']),
  );
});

test('the types of tests are checked as well as those of sources', () => {
  expect(listTsconfigs()).toEqual(
    expect.arrayContaining([
      'packages/pricing/tsconfig.json',
      'packages/pricing/tsconfig.test.json',
    ]),
  );
});
