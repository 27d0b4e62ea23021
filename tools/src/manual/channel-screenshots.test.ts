import { listProviders } from '@tollgate/dialects';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../repository.ts';
import {
  channelScreenshots,
  SCREENSHOT_BYTES_MAX,
  SCREENSHOT_FOLDER,
} from './channel-screenshots.ts';
import { LANGUAGES } from './words.ts';

const expected = channelScreenshots.map(({ name }) => `channel-${name}.webp`).toSorted();

test("every channel type's form has a screenshot, and only types that need nothing but a key share the key-only one", () => {
  const shown = channelScreenshots.flatMap(({ types }) => types);
  const types = listProviders().map(({ type }) => type);
  expect(shown.toSorted((left, right) => left - right)).toEqual(types.toSorted((a, b) => a - b));
  const plain: readonly number[] =
    channelScreenshots.find(({ name }) => name === 'key-only')?.types ?? [];
  const asking = listProviders().filter(
    ({ type, fields }) => plain.includes(type) && fields.some(({ name }) => name !== 'key'),
  );
  expect(asking.map(({ label }) => label)).toEqual([]);
});

test.each(LANGUAGES)(
  'the page on channels (%s) shows each screenshot in its language once, with descriptive alt text',
  (language) => {
    const page = readFileSync(join(repositoryRoot, `docs/manual/${language}/channels.md`), 'utf8');
    const screenshots = [...page.matchAll(/^!\[(.*)\]\(\.\.\/\.\.\/images\/manual\/(.*)\)$/gm)];
    expect(screenshots.map(([, , path = '']) => path).toSorted()).toEqual(
      expected.map((file) => `${language}/${file}`),
    );
    expect(screenshots.filter(([, alt = '']) => alt.length < 10)).toEqual([]);
  },
);

test.each(LANGUAGES)('no screenshot (%s) is missing, unused or too large', (language) => {
  const folder = join(repositoryRoot, SCREENSHOT_FOLDER, language);
  const files = readdirSync(folder);
  expect(files.toSorted()).toEqual(expected);
  const heavy = files.filter((file) => statSync(join(folder, file)).size > SCREENSHOT_BYTES_MAX);
  expect(heavy).toEqual([]);
});
