import { expect, test } from 'vitest';
import { describeRefusal } from './describe-refusal.ts';

test('only an error code from a link is shown, no free text', () => {
  expect(describeRefusal('access_denied')).toMatch(/\(access_denied\)$/);
  for (const error of ['Call +1 555 0100', '<b>', 'a'.repeat(41), 'ACCESS DENIED'])
    expect(describeRefusal(error)).not.toContain(error);
});
