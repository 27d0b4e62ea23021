import { expect, test } from 'vitest';
import { patchCachedRow } from './patch-cached-row.ts';

test('a change shows in its row only, and the previous page object is not mutated', () => {
  const page = {
    items: [
      { id: 1, status: 1 },
      { id: 2, status: 1 },
    ],
    total: 2,
  };
  expect(patchCachedRow(page, 2, { status: 2 })).toEqual({
    items: [
      { id: 1, status: 1 },
      { id: 2, status: 2 },
    ],
    total: 2,
  });
  expect(page.items[1]).toEqual({ id: 2, status: 1 });
});

test('child rows are changed too', () => {
  const page = { items: [{ id: -1, children: [{ id: 5, weight: 1 }] }] };
  expect(patchCachedRow(page, 5, { weight: 9 })).toEqual({
    items: [{ id: -1, children: [{ id: 5, weight: 9 }] }],
  });
});

test('data that is not a page of rows is left alone', () => {
  for (const data of [undefined, null, 'text', { total: 1 }])
    expect(patchCachedRow(data, 1, { status: 2 })).toBe(data);
});
