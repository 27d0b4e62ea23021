import { expect, test } from 'vitest';
import { renderModelMarkdown } from './model-markdown.ts';

test.each([
  ['a picture', '![chart](https://spy.example/a.png?q=secret)'],
  ['a picture in HTML', '<img src="https://spy.example/a.png">'],
  ['a style', '<p style="background:url(https://spy.example/a)">x</p>'],
  ['a frame', '<iframe src="https://spy.example"></iframe>'],
  ['a picture by reference', '![x][1]\n\n[1]: https://spy.example/a.png'],
])("%s in a model's output is not loaded by itself", (_what, text) => {
  const shown = document.createElement('div');
  shown.innerHTML = renderModelMarkdown(text);
  expect(shown.querySelectorAll('img, iframe, [src], [style]').length).toBe(0);
});

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<b onclick="alert(1)">x</b>'],
  ['a link that runs', '[x](javascript:alert(1))'],
])("%s in a model's output does not run", (_what, text) => {
  const shown = document.createElement('div');
  shown.innerHTML = renderModelMarkdown(text);
  expect(shown.querySelectorAll('script, [onclick], [href^="javascript"]').length).toBe(0);
});

test("code in a model's output is highlighted, and its HTML is shown as text", () => {
  const html = renderModelMarkdown('```py\nfor a in b: print("<b>")\n```');
  expect(html).toContain('hljs-keyword');
  expect(html).not.toContain('<b>');
});

test("links in a model's output open in a new tab without a referrer", () => {
  const shown = document.createElement('div');
  shown.innerHTML = renderModelMarkdown('[docs](https://docs.example)');
  const link = shown.querySelector('a');
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer nofollow']);
});
