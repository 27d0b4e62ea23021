import { expect, test } from 'vitest';
import { handwrittenPath } from './handwritten-path.ts';
import { findIn } from './testing/find-in.ts';

const find = (text: string) => findIn(handwrittenPath, 'apps/console/src/a.tsx', text);

test('hard-coded paths in links, calls and templates are found', () => {
  expect(find('const a = <Link to="/token" />;')).toEqual(['1 address by hand: /token']);
  expect(find("navigate({ to: '/channel/add' });")).toHaveLength(1);
  expect(find('fetch(`/api/user/${id}`);')).toEqual(['1 address by hand: /api/user/']);
});

test('the route table, relative imports and patterns are fine', () => {
  expect(find("import { pages } from '../index.ts';\nnavigate({ to: pages.token.path });")).toEqual(
    [],
  );
  expect(find("const separator = '/'; const a = text.split(/[a-z]/);")).toEqual([]);
});
