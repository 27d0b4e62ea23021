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

test('the form of every channel type has its screenshot, and a type that asks for more than a key is not among those that do not', () => {
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
  'the page on channels (%s) shows each screenshot in its language once, with what can be seen on it in words',
  (language) => {
    const page = readFileSync(join(repositoryRoot, `docs/manual/${language}/channels.md`), 'utf8');
    const screenshots = [...page.matchAll(/^!\[(.*)\]\(\.\.\/\.\.\/images\/manual\/(.*)\)$/gm)];
    expect(screenshots.map(([, , path = '']) => path).toSorted()).toEqual(
      expected.map((file) => `${language}/${file}`),
    );
    expect(screenshots.filter(([, alt = '']) => alt.length < 10)).toEqual([]);
  },
);

test.each(LANGUAGES)('no screenshot (%s) is missing, left over or heavy', (language) => {
  const folder = join(repositoryRoot, SCREENSHOT_FOLDER, language);
  const files = readdirSync(folder);
  expect(files.toSorted()).toEqual(expected);
  const heavy = files.filter((file) => statSync(join(folder, file)).size > SCREENSHOT_BYTES_MAX);
  expect(heavy).toEqual([]);
});
