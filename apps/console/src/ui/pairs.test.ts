import { expect, test } from 'vitest';
import { findWrongRow, type Pairs, readPairs, turnPairs, writePairs } from './pairs.ts';

const MAPPING = '{"fast":"gpt-4o-mini","smart":"gpt-4o"}';

test('a mapping is the same as rows and as JSON, there and back', () => {
  const asRows = readPairs(MAPPING);
  expect(asRows).toMatchObject({ view: 'rows', rows: [{ name: 'fast' }, { name: 'smart' }] });
  expect(JSON.parse(writePairs(asRows))).toEqual(JSON.parse(MAPPING));
  const asJson = turnPairs(asRows) as Pairs;
  expect(asJson.view).toBe('json');
  expect(turnPairs(asJson)).toMatchObject({ view: 'rows', rows: asRows.rows });
});

test.each(['{"a":1}', '["a"]', '"a"', '{'])('%s stays the JSON it is', (json) => {
  const pairs = readPairs(json);
  expect(pairs.view).toBe('json');
  expect(writePairs(pairs)).toBe(json);
  expect(turnPairs(pairs)).toBeUndefined();
});

test('rows that nobody filled say nothing, and no rows are no mapping', () => {
  const empty = { name: '', value: ' ' };
  expect(writePairs({ ...readPairs(''), rows: [empty] })).toBe('');
  expect(
    JSON.parse(writePairs({ ...readPairs(MAPPING), rows: [empty, { name: ' a ', value: 'b' }] })),
  ).toEqual({ a: 'b' });
});

test('a row without its name, or with that of an earlier one, is found where it stands', () => {
  expect(findWrongRow(readPairs(MAPPING).rows)).toBe(-1);
  expect(findWrongRow([{ name: '', value: '' }])).toBe(-1);
  expect(
    findWrongRow([
      { name: 'a', value: 'b' },
      { name: '', value: 'b' },
    ]),
  ).toBe(1);
  expect(
    findWrongRow([
      { name: 'a', value: 'b' },
      { name: 'a ', value: 'c' },
    ]),
  ).toBe(1);
});
