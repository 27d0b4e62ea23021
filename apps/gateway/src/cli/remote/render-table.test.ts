import { expect, test } from 'vitest';
import { cutToWidth, displayWidth, printable } from './display-width.ts';
import { renderFields, renderTable } from './render-table.ts';

test.each([
  ['abc', 3],
  ['渠道', 4],
  ['ｱ，Ａ', 5],
  ['한글', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['👨‍👩‍👧', 2],
  ['𠮷', 2],
  ['…–', 2],
  ['', 0],
])('%s takes as many columns as in a terminal', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test('columns are aligned whatever they contain', () => {
  const rows = [
    { id: 7, name: '主力渠道' },
    { id: 1234, name: 'a' },
    { id: 5, name: '' },
  ];
  const lines = renderTable(
    [
      { head: 'ID', right: true, cell: ({ id }) => id },
      { head: '名称', cell: ({ name }) => name },
      { head: 'end', cell: () => '|' },
    ],
    rows,
  );
  expect(lines).toEqual([
    '  ID  名称      end',
    '   7  主力渠道  |',
    '1234  a         |',
    '   5  –         |',
  ]);
  expect(
    renderFields([
      ['名称', 'x'],
      ['ID', 7],
    ]),
  ).toEqual(['名称  x', 'ID    7']);
});

test('a long text is truncated with an ellipsis, never in the middle of a character', () => {
  expect(cutToWidth('渠道渠道', 7)).toBe('渠道渠…');
  expect(cutToWidth('渠道渠道', 6)).toBe('渠道…');
  expect(cutToWidth('渠道', 4)).toBe('渠道');
});

test('names chosen by others can’t move the cursor, color or reorder a line', () => {
  expect(printable('a\u001b[2J\rb\nc\u202ed\u0085e\t')).toBe('a [2J b c d e');
  const [, line = ''] = renderTable([{ head: 'h', cell: () => '\u001b]0;x\u0007y' }], [{}]);
  expect(line).not.toMatch(/\p{Cc}/u);
});
