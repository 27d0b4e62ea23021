import { expect, test } from 'vitest';
import { theme } from '../../theme/theme.ts';
import { groupColor } from './group-color.ts';

test('vip and pro are pink, svip and premium brown, all other groups blue', () => {
  expect(['vip', 'pro', 'svip', 'premium', 'default', 'VIP'].map(groupColor)).toEqual([
    'pink',
    'pink',
    'brown',
    'brown',
    'blue',
    'blue',
  ]);
});

test('brown, which Mantine does not have, is in our palette', () => {
  expect(theme.colors?.[groupColor('svip')]).toHaveLength(10);
});
