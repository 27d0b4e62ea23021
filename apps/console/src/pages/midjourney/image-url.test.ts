import { expect, test } from 'vitest';
import { readImageUrl } from './image-url.ts';

const OWN = 'http://console.example';
const read = (text: string) => readImageUrl(text, OWN);

test('an image over https or from this site is shown', () => {
  expect(read('https://cdn.example/a.png')).toEqual({
    href: 'https://cdn.example/a.png',
    shown: true,
  });
  expect(read('/mj/image/1')).toEqual({ href: `${OWN}/mj/image/1`, shown: true });
  expect(read(`${OWN}/mj/image/1`)?.shown).toBe(true);
});

test('an image without https is only a link: the page could not load it', () => {
  expect(read('http://cdn.example/a.png')).toEqual({
    href: 'http://cdn.example/a.png',
    shown: false,
  });
});

test('a URL that could run code or is not http(s) is not an image', () => {
  const bad = [
    '',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'blob:https://x/1',
    'file:///etc/passwd',
    '//evil.example/a.png',
    'a.png',
    'https://',
  ];
  expect(bad.map(read)).toEqual(bad.map(() => undefined));
});
