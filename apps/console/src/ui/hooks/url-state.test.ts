import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readUrlState, writeUrlState } from './url-state.ts';

const schema = z.object({
  p: z.coerce.number().int().min(1).catch(1),
  page_size: z.coerce.number().int().min(1).catch(10),
  keyword: z.string().catch(''),
});

describe('the URL as the state of a table', () => {
  test('what is written reads back, so that a pasted link shows the same rows', () => {
    const state = { p: 3, page_size: 50, keyword: '1e5' };
    const address = writeUrlState(schema, state, { p: 3 });
    expect(readUrlState(schema, address)).toEqual(state);
  });

  test('an invalid link shows the defaults instead of an error', () => {
    expect(readUrlState(schema, { p: 'abc', page_size: '-1', other: 'x' })).toEqual({
      p: 1,
      page_size: 10,
      keyword: '',
    });
  });

  test('changing a filter goes back to page 1, changing the page keeps the filter', () => {
    const state = { p: 7, page_size: 10, keyword: 'a' };
    expect(writeUrlState(schema, state, { keyword: 'b' })).toEqual({ keyword: 'b' });
    expect(writeUrlState(schema, state, { p: 8 })).toEqual({ p: 8, keyword: 'a' });
  });

  test('defaults and empty values are left out of the URL', () => {
    expect(
      writeUrlState(schema, { p: 2, page_size: 20, keyword: 'a' }, { keyword: '', page_size: 10 }),
    ).toEqual({});
  });

  test('a remembered value only applies if the URL has none, and is included in links', () => {
    expect(readUrlState(schema, {}, { page_size: 50 }).page_size).toBe(50);
    expect(readUrlState(schema, { page_size: '20' }, { page_size: 50 }).page_size).toBe(20);
    const state = readUrlState(schema, {}, { page_size: 50 });
    expect(writeUrlState(schema, state, { p: 2 })).toEqual({ p: 2, page_size: 50 });
  });
});
