import { expect, test } from 'vitest';
import { isHttpUrl } from './is-http-url.ts';

test('only http(s) URLs are used as a logo, never scripts or files', () => {
  expect(isHttpUrl('https://example.com/logo.png')).toBe(true);
  expect(isHttpUrl('HTTP://example.com/logo.png')).toBe(true);
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', ''])
    expect(isHttpUrl(text)).toBe(false);
});
