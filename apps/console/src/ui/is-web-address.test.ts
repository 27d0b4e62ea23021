import { expect, test } from 'vitest';
import { isWebAddress } from './is-web-address.ts';

test('only web addresses are used as a logo, never scripts or files', () => {
  expect(isWebAddress('https://example.com/logo.png')).toBe(true);
  expect(isWebAddress('HTTP://example.com/logo.png')).toBe(true);
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ''])
    expect(isWebAddress(text)).toBe(false);
});
