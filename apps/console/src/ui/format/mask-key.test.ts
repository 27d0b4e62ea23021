import { expect, test } from 'vitest';
import { maskKey } from './mask-key.ts';

test('a masked key reveals its first characters only, not even its length', () => {
  const key = `sk-${'a1B2'.repeat(12)}`;
  expect(maskKey(key).startsWith('sk-a1B2')).toBe(true);
  expect(maskKey(key)).not.toContain(key.slice(7, 12));
  expect(maskKey(key)).toHaveLength(maskKey(`${key}longer`).length);
});
