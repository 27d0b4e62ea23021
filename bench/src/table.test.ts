import { expect, test } from 'vitest';
import { renderTable } from './table.ts';

test('columns are as wide as their widest cell, numbers right-aligned', () => {
  expect(
    renderTable(
      ['Gateway', 'calls/s'],
      [
        ['a', '12'],
        ['longer name', '123456'],
      ],
    ),
  ).toBe(
    [
      '| Gateway     | calls/s |',
      '| ----------- | ------: |',
      '| a           |      12 |',
      '| longer name |  123456 |',
    ].join('\n'),
  );
});
