import { findOption } from '@tollgate/contract';
import { describe, expect, test } from 'vitest';
import {
  findInvalidRow,
  newRow,
  readRows,
  type TableShape,
  tableShapeOf,
  writeRows,
} from './table-shape.ts';

const shapeOf = (key: string) => tableShapeOf(key) as TableShape;

describe('options as tables', () => {
  test.each([
    ['GroupRatio', { default: 1, vip: 0.5 }],
    ['TopupGroupRatio', {}],
    ['ImageFactors', { 'dall-e-3': { '1024x1792': 2, hd: 1.5 }, 'dall-e-2': { hd: 2 } }],
    ['ServiceTierRatios', { 'gpt-5*': { flex: 0.5, priority: 2 } }],
    [
      'ToolPrices',
      { 'gpt-*': { web_search: 0.01, code: { request: 0.03 }, both: { use: 1, request: 2 } } },
    ],
    ['UserUsableGroups', { default: 'for all', vip: '' }],
    ['Chats', [{ A: 'https://a.example/{key}' }, { A: 'https://b.example' }]],
    [
      'RateLimits',
      [
        { per: 'key', match: ['*'], requests: 60 },
        { per: 'group', match: ['a', 'b*'] },
      ],
    ],
  ])('%s survives a round trip unchanged, and the server accepts it', (key, value) => {
    const rows = readRows(shapeOf(key), JSON.stringify(value)) ?? [];
    const text = writeRows(shapeOf(key), rows);
    expect(JSON.parse(text)).toEqual(value);
    expect(findOption(key)?.check(text)).toEqual({ ok: true, value: text });
    expect(findInvalidRow(shapeOf(key), rows)).toBe(undefined);
  });

  test.each([
    ['GroupRatio', '{"a": "b"}'],
    ['GroupRatio', '[1]'],
    ['GroupRatio', '{'],
    ['UserUsableGroups', '{"a": 1}'],
    ['Chats', '[{"a": "https://a.example", "b": "https://b.example"}]'],
    ['Chats', '{}'],
    ['RateLimits', '[{"per": "key", "more": 1}]'],
    ['RateLimits', '[{"per": "model", "match": ["a,b"]}]'],
    ['RateLimits', '[null]'],
  ])('%s with %s stays JSON, so that nothing is lost', (key, text) => {
    expect(readRows(shapeOf(key), text)).toBe(undefined);
  });

  test('missing names, duplicate names and invalid numbers are found; empty rows are ignored', () => {
    const shape = shapeOf('GroupRatio');
    const row = (name: string, ratio: string) => ({ name, ratio });
    expect(findInvalidRow(shape, [row('a', '1'), newRow(shape), row('', '2')])).toEqual({
      index: 2,
      problem: 'name',
    });
    expect(findInvalidRow(shape, [row('a', '1'), row(' a ', '2')])).toEqual({
      index: 1,
      problem: 'name',
    });
    for (const ratio of ['', 'x', '-1', '1e3', '1,5'])
      expect([ratio, findInvalidRow(shape, [row('a', ratio)])]).toEqual([
        ratio,
        { index: 0, problem: 'number' },
      ]);
    expect(writeRows(shape, [row('a', '2'), newRow(shape)])).toBe('{\n  "a": 2\n}');
  });

  test('links may share a name; a rule must have a pattern', () => {
    const links = shapeOf('Chats');
    expect(
      findInvalidRow(links, [
        { name: 'A', address: 'https://a.example' },
        { name: 'A', address: 'https://b.example' },
      ]),
    ).toBe(undefined);
    const rules = shapeOf('RateLimits');
    expect(findInvalidRow(rules, [{ ...newRow(rules), match: '' }])).toEqual({
      index: 0,
      problem: 'name',
    });
  });
});
