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

test('the form of every channel type that needs more than a key is in one screenshot', () => {
  const needsMore = listProviders().filter(({ fields }) =>
    fields.some(({ name }) => name !== 'key'),
  );
  const shown = channelScreenshots.flatMap(({ types }) => types);
  const hidden = needsMore.filter(({ type }) => !shown.includes(type));
  expect(hidden.map(({ label }) => label)).toEqual([]);
  expect(shown.length).toBe(new Set(shown).size);
});

test('the screenshot for types that need nothing but a key shows such a type', () => {
  const [type] = channelScreenshots.find(({ name }) => name === 'key-only')?.types ?? [];
  expect(listProviders().find((provider) => provider.type === type)).toMatchObject({ fields: [] });
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
