import { expect, test } from 'vitest';
import { readUrlState, writeUrlState } from '../../ui/hooks/url-state.ts';
import { channelQuery, isFiltered, NO_FILTERS, NO_MODES } from './query.ts';

test('a pasted link shows the same rows in the same order and grouping', () => {
  const state = readUrlState(channelQuery, { keyword: '7', id_sort: 'true', tag_mode: 'true' });
  expect(state).toMatchObject({ keyword: '7', id_sort: true, tag_mode: true });
  expect(readUrlState(channelQuery, writeUrlState(channelQuery, state, state))).toEqual(state);
});

test('the last sort order applies unless the URL sets one', () => {
  expect(readUrlState(channelQuery, {}, { id_sort: true })).toMatchObject({ id_sort: true });
  expect(readUrlState(channelQuery, { id_sort: 'false' }, { id_sort: true }).id_sort).toBe(false);
  expect(readUrlState(channelQuery, {})).toMatchObject(NO_MODES);
});

test('invalid query parameters open the list without filters; only a later page may be empty by itself', () => {
  const query = readUrlState(channelQuery, { p: '-1', page_size: 'x', id_sort: '7' });
  expect(query).toMatchObject({ ...NO_FILTERS, ...NO_MODES, page_size: 50 });
  expect(isFiltered(query)).toBe(false);
  expect(isFiltered({ ...query, p: 2 })).toBe(true);
});
