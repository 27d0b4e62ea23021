import { expect, test } from 'vitest';
import { whyRefused } from './why-refused.ts';

test('only an error code from a link is shown, no free text', () => {
  expect(whyRefused('access_denied')).toMatch(/\(access_denied\)$/);
  for (const error of ['Call +1 555 0100', '<b>', 'a'.repeat(41), 'ACCESS DENIED'])
    expect(whyRefused(error)).not.toContain(error);
});
