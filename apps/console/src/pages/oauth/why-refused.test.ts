import { expect, test } from 'vitest';
import { whyRefused } from './why-refused.ts';

test('what a link says of an error is not told as ours, its code is', () => {
  expect(whyRefused('access_denied')).toMatch(/\(access_denied\)$/);
  for (const error of ['Call +1 555 0100', '<b>', 'a'.repeat(41), 'ACCESS DENIED'])
    expect(whyRefused(error)).not.toContain(error);
});
