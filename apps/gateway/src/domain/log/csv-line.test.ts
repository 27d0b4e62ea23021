import { expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';

test('cells are separated by commas, lines end with CR LF, and cells that need it are quoted', () => {
  expect(csvLine(['a', 1.5, -2, ''])).toBe('a,1.5,-2,\r\n');
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', ' edge '])).toBe(
    '"a,b","say ""hi""","two\nlines"," edge "\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '－1', '＋1', '＠x'])(
  'spreadsheets do not take the text %j for a formula',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '').startsWith("'")).toBe(true);
  },
);

test('a formula after a comma or a quote stays inside its cell', () => {
  expect(csvLine(['x",=cmd()'])).toBe('"x"",=cmd()"\r\n');
});
