import { expect, test } from 'vitest';
import { looksLikeRequestId } from './looks-like-request-id.ts';

test('ids as the gateway generates them are recognized, words and sentences are not', () => {
  expect(looksLikeRequestId('20261121073632SVxPx7j0012')).toBe(true);
  for (const text of ['', 'gpt-4o', 'operations-and-monitoring', 'two words 1234567890', '1234'])
    expect(looksLikeRequestId(text)).toBe(false);
});
