import { expect, test } from 'vitest';
import { sameSearch, searchOfView, viewSearch } from './view-search.ts';

test('a view keeps filters and order but not the page, and is restored as saved', () => {
  const search = { type: 5, username: 'a&b=c', p: 7, page_size: 50, sort: '-quota', group: '' };
  const result = viewSearch(search);
  expect(searchOfView(result)).toEqual({ type: '5', username: 'a&b=c', sort: '-quota' });
  expect(sameSearch(result, viewSearch({ username: 'a&b=c', sort: '-quota', type: '5' }))).toBe(
    true,
  );
  expect(sameSearch(result, viewSearch({ type: 5 }))).toBe(false);
  expect(viewSearch({ p: 2 })).toBe('');
});
