import { expect, test } from 'vitest';
import { listOtherDetails } from './other-details.ts';

test('every factor of a charge is listed, even 0', () => {
  expect(listOtherDetails({ group_ratio: 0, model_ratio: 0.075, group: 'vip', frt: 120 })).toEqual([
    { name: 'frt', value: 120 },
    { name: 'group', value: 'vip' },
    { name: 'group_ratio', value: 0 },
    { name: 'model_ratio', value: 0.075 },
  ]);
});

test('unset flags and missing values are left out', () => {
  expect(listOtherDetails({ ws: false, audio: true, group: '' })).toEqual([
    { name: 'audio', value: true },
  ]);
});

test('routing is never listed: administrators see it elsewhere', () => {
  expect(listOtherDetails({ admin_info: { use_channel: ['1'] } })).toEqual([]);
});
