import { expect, test } from 'vitest';
import { iframeUrl } from './iframe-url.ts';

const OWN = 'https://gate.example';

test('a page is framed only if the text is nothing but an https URL of another site', () => {
  expect(iframeUrl(' https://example.com/a?b=c \n', OWN)).toBe('https://example.com/a?b=c');
  for (const text of [
    '',
    'http://example.com',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'see https://example.com',
    'https://example.com and more',
    'https://',
    'https://gate.example/docs',
    '<iframe src="https://example.com"></iframe>',
  ])
    expect([text, iframeUrl(text, OWN)]).toEqual([text, undefined]);
});
