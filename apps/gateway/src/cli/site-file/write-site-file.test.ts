import type { SiteConfiguration } from '@tollgate/contract';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SeededRandom } from '../../../test-support/money/seeded-random.ts';
import { readSiteFile } from './read-site-file.ts';
import { writeSiteFile } from './write-site-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-site-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeAndRead(value: string): unknown {
  const site: SiteConfiguration = {
    channels: [],
    groups: [],
    prices: [],
    options: [{ key: 'About', value }],
    secrets: [],
  };
  const path = join(folder, 'site.yaml');
  writeFileSync(path, writeSiteFile(site, 'Comment').text);
  return readSiteFile({ positionals: [path], env: {}, language: 'en' }).options[0]?.value;
}

const LONG = 'Please read our rules before you call the gateway with your key. '.repeat(3);

test.each([
  ['begins with spaces and has a long line', `  <p>${LONG}</p>\n  <p>Thanks</p>`],
  ['begins with a code block', `    ${LONG}\n\nText`],
  ['has lines that end as on Windows', `Rules:\r\n \r\n${LONG}\r\n`],
  ['consists of blanks', ' \n\t\n'],
])('a text that %s is read as it was written', (_what, text) => {
  expect(writeAndRead(text)).toBe(text);
});

test('any mixture of blanks, line ends, long words and marks of YAML is read as it was written', () => {
  const random = new SeededRandom(7);
  const pieces = ['a', ' ', '  ', '\t', '\n', '\n ', '\r\n', '# ', ': ', '- ', '"', "'", '\\', '|'];
  pieces.push('>', '{', '---', 'x'.repeat(120), LONG, '\u0085', '\ufeff', '\u0007', '🙂');
  const pick = () => pieces[random.between(0, pieces.length - 1)] ?? '';
  for (let number = 0; number < 400; number += 1) {
    const text = Array.from({ length: 1 + (number % 9) }, pick).join('');
    expect(writeAndRead(text)).toBe(text);
  }
});
