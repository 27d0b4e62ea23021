import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

test('a change of a table is described by its members, whatever the formatting', () => {
  expect(describeChange('{"a":1,"b":2,"c":3}', '{\n "b": 2,\n "c": 4,\n "d": 5 }')).toEqual([
    { name: 'a', from: '1', to: undefined },
    { name: 'c', from: '3', to: '4' },
    { name: 'd', from: undefined, to: '5' },
  ]);
});

test('any other change is described as a whole', () => {
  expect(describeChange('0', '3')).toEqual([{ name: '', from: '0', to: '3' }]);
  expect(describeChange('[]', '[{"a":1}]')).toEqual([{ name: '', from: '[]', to: '[{"a":1}]' }]);
  expect(describeChange('{"a":1}', '{')).toEqual([{ name: '', from: '{"a":1}', to: '{' }]);
});
