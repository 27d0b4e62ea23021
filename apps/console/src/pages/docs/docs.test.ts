import { texts } from '@tollgate/i18n';
import { expect, test } from 'vitest';
import { endpoints } from '@tollgate/contract';
import { loadApiNames } from './api-names.ts';
import { docSlugs, manualSlugs } from './doc-pages.ts';
import { docs as en } from './docs-en.ts';
import { docs as zh } from './docs-zh.ts';
import { loadManual } from './load-manual.ts';
import { manualFiles } from './manual-files.ts';
import { type Doc, fillDoc, parseDoc } from './parse-doc.ts';
import { readOpenApi } from './read-openapi.ts';
import { createDocSearch, searchWords } from './search-docs.ts';

const FILES = { en, zh };
const read = (slug: string, language: 'en' | 'zh') =>
  Object.entries(FILES[language]).find(([path]) => path.endsWith(`/${slug}.${language}.md`))?.[1] ??
  '';
const docsOf = (language: 'en' | 'zh') =>
  new Map(docSlugs.map((slug): [string, Doc] => [slug, parseDoc(read(slug, language))]));

test('every page of the docs is in the navigation, in both languages, and nothing else is', () => {
  const files = [...Object.keys(en), ...Object.keys(zh)].map((path) => path.split('/').at(-1));
  const expected = docSlugs.flatMap((slug) => [`${slug}.en.md`, `${slug}.zh.md`]);
  expect(new Set(files)).toEqual(new Set(expected));
});

test.each(docSlugs)(
  'both languages of %s have the same headings to link to and the same code',
  (slug) => {
    const [ours, theirs] = [parseDoc(read(slug, 'en')), parseDoc(read(slug, 'zh'))];
    expect(theirs.headings.map(({ id }) => id)).toEqual(ours.headings.map(({ id }) => id));
    const codeOf = ({ blocks }: Doc) => blocks.filter(({ kind }) => kind === 'code');
    expect(codeOf(theirs)).toEqual(codeOf(ours));
    expect(ours.headings.every(({ id }) => id !== '')).toBe(true);
    expect(theirs.title).not.toBe('');
  },
);

test('every link inside the docs leads to a page, and to a heading that is there', () => {
  const docs = docsOf('en');
  const broken = docSlugs.flatMap((slug) =>
    [...read(slug, 'en').matchAll(/\]\(([a-z-]+)(?:#([a-z-]+))?\)/g)].flatMap(
      ([link, page = '', id]) => {
        const doc = docs.get(page);
        const isThere = doc && (id === undefined || doc.headings.some((each) => each.id === id));
        return isThere ? [] : [`${slug}: ${link}`];
      },
    ),
  );
  expect(broken).toEqual([]);
});

test('every page of the manual is in the navigation under its title, in both languages, and nothing else is', async () => {
  const files = Object.keys(manualFiles).map((path) => path.split('/').slice(-2).join('/'));
  const expected = manualSlugs.flatMap((slug) => [`en/${slug}.md`, `zh/${slug}.md`]);
  expect(new Set(files)).toEqual(new Set(expected));
  for (const language of ['en', 'zh'] as const)
    for (const [slug, text] of await loadManual(language))
      expect(parseDoc(text).title).toBe(texts[language].docs.manual[slug as 'install']);
});

test('both languages of the manual have the same sections and the same commands', async () => {
  const [ours, theirs] = await Promise.all([loadManual('en'), loadManual('zh')]);
  for (const slug of manualSlugs) {
    const [one, other] = [parseDoc(ours.get(slug) ?? ''), parseDoc(theirs.get(slug) ?? '')];
    expect([slug, other.headings.length]).toEqual([slug, one.headings.length]);
    const codeOf = ({ blocks }: Doc) => blocks.filter(({ kind }) => kind === 'code');
    expect(codeOf(other)).toEqual(codeOf(one));
  }
});

test('a page of the manual links to pages of the docs; files of the repository and pictures are left out', () => {
  const { blocks, headings } = parseDoc(
    '# T\n\n## Lost `key`?\n\n[a](backup.md#again) [b](../../site/chat.en.md) [c](../../metrics.md) ![d](d.webp) [e](https://e.example)',
  );
  expect(headings).toEqual([{ id: 'lost-key', text: 'Lost key?' }]);
  const [block] = blocks;
  expect(block?.kind === 'html' ? block.html : '').toContain(
    '<p><a href="/docs/backup#again">a</a> <a href="/docs/chat">b</a> c  <a href="https://e.example">e</a></p>',
  );
});

test('code blocks that follow each other are tabs of one sample', () => {
  const { blocks } = parseDoc(
    '# T\n\n```bash curl\na\n```\n\n```python Python\nb\n```\n\nx\n\n```json\n{}\n```',
  );
  expect(
    blocks.map((block) => (block.kind === 'code' ? block.samples.length : block.kind)),
  ).toEqual([2, 'html', 1]);
});

test('site, key and model are filled in wherever they stand open', () => {
  const values = { site: 'https://g.example', key: 'sk-1', model: 'm' };
  expect(fillDoc('{{site}}/v1 {{key}} {{model}} {{model}} {{other}}', values)).toBe(
    'https://g.example/v1 sk-1 m m {{other}}',
  );
});

test.each([
  ['en', '402', 'limits'],
  ['en', 'claude code', 'claude-code'],
  ['en', 'ANTHROPIC_DEFAULT_HAIKU_MODEL', 'claude-code'],
  ['zh', '余额', 'limits'],
  ['zh', '重排', 'embeddings'],
] as const)('the search in %s finds %s', (language, query, slug) => {
  const found = createDocSearch(docsOf(language))(query);
  expect(found.slice(0, 3).map((each) => each.slug)).toContain(slug);
});

test('the search finds variables and options of the manual by part of their names', async () => {
  const search = createDocSearch(
    new Map([...(await loadManual('zh'))].map(([slug, text]) => [slug, parseDoc(text)])),
  );
  for (const query of ['SHUTDOWN_GRACE', 'RetryTim', '主密钥'])
    expect(search(query).length).toBeGreaterThan(0);
  expect(search('SHUTDOWN_GRACE').map(({ slug }) => slug)).toContain('variables');
});

test('Chinese is searched by pairs of characters, codes whole and in parts', () => {
  expect(searchWords('余额不足')).toEqual(['余额', '额不', '不足', '足']);
  expect(searchWords('model_not_found')).toEqual(['model_not_found', 'model', 'not', 'found']);
});

test('a call of the management API is read with its input and the fields of its answer', () => {
  const groups = readOpenApi({
    paths: {
      '/api/x/{id}': {
        put: {
          operationId: 'updateX',
          summary: 'Edit',
          tags: ['x'],
          'x-access': 'user',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          requestBody: {
            content: {
              'application/json': {
                schema: { properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] },
              },
            },
          },
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: {
                    properties: {
                      data: { type: 'array', items: { properties: { a: { type: 'string' } } } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  });
  const [operation] = groups[0]?.operations ?? [];
  expect(operation?.input.map(({ name, type, note }) => [name, type, note])).toEqual([
    ['id', 'integer', ''],
    ['n', 'integer', '≥ 1'],
  ]);
  expect(operation?.output.map(({ name }) => name)).toEqual(['a']);
});

test('Chinese names of the management API are of calls that exist, and stand in place of the English', async () => {
  const names = await loadApiNames('zh');
  expect(Object.keys(names.summaries).filter((name) => !Object.hasOwn(endpoints, name))).toEqual(
    [],
  );
  const raw = { operationId: 'listTokens', summary: 'Your keys', tags: ['token'], responses: {} };
  const unnamed = { ...raw, operationId: 'newerCall' };
  const description = { paths: { '/api/token/': { get: raw, put: unnamed } } };
  const [group] = readOpenApi(description, names);
  expect(group?.title).toBe('令牌');
  expect(group?.operations.map(({ summary }) => summary)).toEqual([
    '自己的令牌，最新在前',
    'Your keys',
  ]);
});
