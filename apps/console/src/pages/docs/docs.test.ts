import { texts } from '@tollgate/i18n';
import { expect, test } from 'vitest';
import { docSlugs, manualSlugs } from './doc-pages.ts';
import { docs as en } from './docs-en.ts';
import { docs as zh } from './docs-zh.ts';
import { loadManual, loadManualPage } from './load-manual.ts';
import { manualFiles } from './manual-files.ts';
import { modelsOfKinds } from './models-of-kinds.ts';
import { type Doc, fillDoc, parseDoc } from './parse-doc.ts';
import { playgroundTabOf } from './playground-tab-of.ts';
import { filterOperations, readOpenApi } from './read-openapi.ts';
import { createDocSearch, searchableErrors, searchWords } from './search-docs.ts';

const FILES = { en, zh };
const read = (slug: string, language: 'en' | 'zh') =>
  Object.entries(FILES[language]).find(([path]) => path.endsWith(`/${slug}.${language}.md`))?.[1] ??
  '';
const docsOf = (language: 'en' | 'zh') =>
  new Map(docSlugs.map((slug): [string, Doc] => [slug, parseDoc(read(slug, language))]));

test('the navigation has exactly the pages of the docs, in both languages', () => {
  const files = [...Object.keys(en), ...Object.keys(zh)].map((path) => path.split('/').at(-1));
  const expected = docSlugs.flatMap((slug) => [`${slug}.en.md`, `${slug}.zh.md`]);
  expect(new Set(files)).toEqual(new Set(expected));
});

test.each(docSlugs)('both languages of %s have the same heading ids and the same code', (slug) => {
  const [ours, theirs] = [parseDoc(read(slug, 'en')), parseDoc(read(slug, 'zh'))];
  expect(theirs.headings.map(({ id }) => id)).toEqual(ours.headings.map(({ id }) => id));
  const codeOf = ({ blocks }: Doc) => blocks.filter(({ kind }) => kind === 'code');
  expect(codeOf(theirs)).toEqual(codeOf(ours));
  expect(ours.headings.every(({ id }) => id !== '')).toBe(true);
  expect(theirs.title).not.toBe('');
});

test('every link inside the docs leads to an existing page and heading', () => {
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

test('the navigation has exactly the pages of the manual, in both languages, under their titles', async () => {
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

test('a manual page links to docs pages; links to repository files and unknown screenshots are dropped', () => {
  const { blocks, headings } = parseDoc(
    '# T\n\n## Lost `key`?\n\n[a](backup.md#again) [b](../../site/chat.en.md) [c](../../metrics.md) ![d](d.webp) [e](https://e.example)',
  );
  expect(headings).toEqual([{ id: 'lost-key', text: 'Lost key?' }]);
  const [block] = blocks;
  expect(block?.kind === 'html' ? block.html : '').toContain(
    '<p><a href="/docs/backup#again">a</a> <a href="/docs/chat">b</a> c  <a href="https://e.example">e</a></p>',
  );
});

test.each(['en', 'zh'] as const)(
  'the page on channels lazy-loads its screenshots (%s), with their size reserved',
  async (language) => {
    const { text, screenshots } = await loadManualPage(language, 'channels');
    const { blocks } = parseDoc(text, screenshots);
    const html = blocks.map((block) => (block.kind === 'html' ? block.html : '')).join('');
    const shown = html.match(/<img [^>]*>/g) ?? [];
    const written = text.match(/!\[[^\]]+\]\(\S+images\/manual\/[^)]+\)/g) ?? [];
    expect(written.length).toBeGreaterThan(10);
    expect(shown).toHaveLength(written.length);
    for (const image of shown)
      expect(image).toMatch(
        /^<img src="[^"]+\.webp[^"]*" alt="[^"]{10,}" width="784" height="\d{3,4}" loading="lazy" decoding="async">$/,
      );
  },
);

test("the alternative text of a screenshot can't break out of its attribute", () => {
  const screenshots = { 'en/p.webp': { url: '/p.webp', width: 1, height: 2 } };
  const { blocks } = parseDoc('# T\n\n![a "b" <c>](../../images/manual/en/p.webp)', screenshots);
  expect(JSON.stringify(blocks)).toContain('alt=\\"a &quot;b&quot; &lt;c>\\"');
});

test('consecutive code blocks are tabs of one sample', () => {
  const { blocks } = parseDoc(
    '# T\n\n```bash curl\na\n```\n\n```python Python\nb\n```\n\nx\n\n```json\n{}\n```',
  );
  expect(
    blocks.map((block) => (block.kind === 'code' ? block.samples.length : block.kind)),
  ).toEqual([2, 'html', 1]);
});

test("site, key and models are filled in for every placeholder, preferring the site's own model of each kind", () => {
  const values = {
    ...modelsOfKinds(['text-embedding-3-large', 'gpt-4o-mini-tts']),
    site: 'https://g.example',
    key: 'sk-1',
    model: 'm',
  };
  expect(fillDoc('{{site}}/v1 {{key}} {{model}} {{model}} {{other}}', values)).toBe(
    'https://g.example/v1 sk-1 m m {{other}}',
  );
  expect(fillDoc('{{socket}} {{embedding}} {{speech}} {{image}}', values)).toBe(
    'wss://g.example text-embedding-3-large gpt-4o-mini-tts gpt-image-1',
  );
});

test.each([
  ['en', '402', 'limits'],
  ['en', 'claude code', 'claude-code'],
  ['en', 'ANTHROPIC_DEFAULT_HAIKU_MODEL', 'claude-code'],
  ['zh', '余额', 'limits'],
  ['zh', '重排', 'embeddings'],
] as const)('the search in %s finds %s', (language, query, slug) => {
  const results = createDocSearch(docsOf(language))(query);
  expect(results.slice(0, 3).map((each) => each.slug)).toContain(slug);
});

test.each([
  ['chat', 'chat'],
  ['images', 'pictures'],
  ['audio', 'speech'],
  ['tasks', 'drawing'],
  ['messages', undefined],
])('the first sample of %s leads to the playground: %s', (slug, tab) => {
  const block = parseDoc(read(slug, 'en')).blocks.find(({ kind }) => kind === 'code');
  const tabs = block?.kind === 'code' ? block.samples.map(({ code }) => playgroundTabOf(code)) : [];
  expect(tabs[0]).toBe(tab);
});

test('the search finds an error by its code and leads to its row', () => {
  const entry = (wire: string, anchor: string, message: string) => ({
    wire,
    anchor,
    message,
    status: 429,
    advice: 'Wait.',
  });
  const errors = [
    entry('rate_limit_exceeded', 'rate-limited', 'Too fast'),
    entry('rate_limit_exceeded', 'too-many-running', 'Too many at once'),
  ];
  const search = createDocSearch(docsOf('en'), searchableErrors(errors));
  const [first] = search('rate_limit_exceeded');
  expect(first).toMatchObject({ slug: 'errors', anchor: 'rate-limited' });
  expect(search('many at once')[0]?.heading).toBe('429 rate_limit_exceeded');
});

test.each(['TOLLGATE_API_KEY', 'base_url', 'GOOGLE_GEMINI_BASE_URL'])(
  'the search finds %s, which occurs in code only',
  (name) => expect(createDocSearch(docsOf('en'))(name).length).toBeGreaterThan(0),
);

test('the reference is filtered by role, subject and words, including field names', () => {
  const call = (id: string, name: string, access: string, field: string) => ({
    name,
    title: name,
    operations: [
      {
        id,
        method: 'GET',
        path: `/api/${name}`,
        summary: '',
        access,
        scope: 'keys:read',
        input: [],
        output: [{ name: field, location: 'data' as const, isRequired: true, type: '', note: '' }],
      },
    ],
  });
  const groups = [call('a', 'token', 'user', 'quota'), call('b', 'channel', 'admin', 'weight')];
  const namesOf = (filter: Partial<Parameters<typeof filterOperations>[1]>) =>
    filterOperations(groups, { text: '', access: '', subject: '', ...filter }).map(
      ({ name }) => name,
    );
  expect(namesOf({})).toEqual(['token', 'channel']);
  expect(namesOf({ access: 'admin' })).toEqual(['channel']);
  expect(namesOf({ subject: 'token' })).toEqual(['token']);
  expect(namesOf({ text: 'quota KEYS:READ' })).toEqual(['token']);
});

test('the search finds variables and options of the manual by part of their names', async () => {
  const search = createDocSearch(
    new Map([...(await loadManual('zh'))].map(([slug, text]) => [slug, parseDoc(text)])),
  );
  for (const query of ['SHUTDOWN_GRACE', 'RetryTim', '主密钥'])
    expect(search(query).length).toBeGreaterThan(0);
  expect(search('SHUTDOWN_GRACE').map(({ slug }) => slug)).toContain('variables');
});

test('Chinese is indexed by pairs of characters, codes whole and in parts', () => {
  expect(searchWords('余额不足')).toEqual(['余额', '额不', '不足', '足']);
  expect(searchWords('model_not_found')).toEqual(['model_not_found', 'model', 'not', 'found']);
});

test('a call of the management API is parsed with its input and the fields of its response', () => {
  const description = {
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
                    anyOf: [
                      {
                        properties: {
                          data: { type: 'array', items: { properties: { a: { type: 'string' } } } },
                        },
                      },
                      { $ref: '#/components/schemas/Failure' },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
  };
  const groups = readOpenApi(description, { language: 'en', titleOf: String, characters: String });
  const [operation] = groups[0]?.operations ?? [];
  expect(operation?.input.map(({ name, type, note }) => [name, type, note])).toEqual([
    ['id', 'integer', ''],
    ['n', 'integer', '≥ 1'],
  ]);
  expect(operation?.output.map(({ name }) => name)).toEqual(['a']);
});

test("the reference shows a call and its subject in the console's language", () => {
  const raw = {
    operationId: 'listTokens',
    summary: 'Your keys',
    'x-summary-zh': '自己的令牌',
    tags: ['token'],
    responses: {},
  };
  const shown = (language: 'en' | 'zh') =>
    readOpenApi(
      { paths: { '/api/token/': { get: raw } } },
      {
        language,
        titleOf: (subject) => texts[language].docs.apiGroups[subject as 'token'],
        characters: String,
      },
    ).map(({ title, operations: [operation] }) => [title, operation?.summary]);
  expect([shown('en'), shown('zh')]).toEqual([
    [['API keys', 'Your keys']],
    [['令牌', '自己的令牌']],
  ]);
});
