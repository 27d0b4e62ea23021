import { expect, test } from 'vitest';
import { listOtherDetails } from './other-details.ts';

test('every factor that a row was charged with is listed, a zero too', () => {
  expect(listOtherDetails({ group_ratio: 0, model_ratio: 0.075, group: 'vip', frt: 120 })).toEqual([
    { name: 'frt', value: 120 },
    { name: 'group', value: 'vip' },
    { name: 'group_ratio', value: 0 },
    { name: 'model_ratio', value: 0.075 },
  ]);
});

test('flags that are not set and what the row does not have are left out', () => {
  expect(listOtherDetails({ ws: false, audio: true, group: '' })).toEqual([
    { name: 'audio', value: true },
  ]);
});

test('routing never shows up here: it is for administrators, in a place of its own', () => {
  expect(listOtherDetails({ admin_info: { use_channel: ['1'] } })).toEqual([]);
});
