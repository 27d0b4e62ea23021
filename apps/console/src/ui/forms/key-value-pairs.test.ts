import { expect, test } from 'vitest';
import {
  findInvalidRow,
  type KeyValuePairs,
  parseKeyValuePairs,
  toggleKeyValueView,
  stringifyKeyValuePairs,
} from './key-value-pairs.ts';

const MAPPING = '{"fast":"gpt-4o-mini","smart":"gpt-4o"}';

test('a mapping survives the round trip between rows and JSON', () => {
  const asRows = parseKeyValuePairs(MAPPING);
  expect(asRows).toMatchObject({ view: 'rows', rows: [{ name: 'fast' }, { name: 'smart' }] });
  expect(JSON.parse(stringifyKeyValuePairs(asRows))).toEqual(JSON.parse(MAPPING));
  const asJson = toggleKeyValueView(asRows) as KeyValuePairs;
  expect(asJson.view).toBe('json');
  expect(toggleKeyValueView(asJson)).toMatchObject({ view: 'rows', rows: asRows.rows });
});

test.each(['{"a":1}', '["a"]', '"a"', '{'])('%s stays unchanged JSON', (json) => {
  const pairs = parseKeyValuePairs(json);
  expect(pairs.view).toBe('json');
  expect(stringifyKeyValuePairs(pairs)).toBe(json);
  expect(toggleKeyValueView(pairs)).toBeUndefined();
});

test('empty rows are ignored, and no rows mean no mapping', () => {
  const empty = { name: '', value: ' ' };
  expect(stringifyKeyValuePairs({ ...parseKeyValuePairs(''), rows: [empty] })).toBe('');
  expect(
    JSON.parse(
      stringifyKeyValuePairs({
        ...parseKeyValuePairs(MAPPING),
        rows: [empty, { name: ' a ', value: 'b' }],
      }),
    ),
  ).toEqual({ a: 'b' });
});

test('a row without a name, or with the name of an earlier row, is found', () => {
  expect(findInvalidRow(parseKeyValuePairs(MAPPING).rows)).toBe(-1);
  expect(findInvalidRow([{ name: '', value: '' }])).toBe(-1);
  expect(
    findInvalidRow([
      { name: 'a', value: 'b' },
      { name: '', value: 'b' },
    ]),
  ).toBe(1);
  expect(
    findInvalidRow([
      { name: 'a', value: 'b' },
      { name: 'a ', value: 'c' },
    ]),
  ).toBe(1);
});
