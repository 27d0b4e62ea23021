import fastify from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { registerCallerDocs } from './caller-docs.ts';

const DOCS = {
  sections: [
    {
      title: { zh: '入门', en: 'Start' },
      pages: [
        {
          slug: 'quick',
          text: {
            zh: '# 快速开始\n{{site}} {{key}} {{model}}',
            en: '# Quick start\n{{site}} {{socket}} {{key}} {{model}} {{image}} {{speech}}',
          },
        },
      ],
    },
  ],
  kinds: {
    image: { pattern: '^draw', usual: 'gpt-image-1' },
    speech: { pattern: 'tts', usual: 'tts-1' },
  },
};

const server = fastify();
const folder = mkdtempSync(join(tmpdir(), 'docs-'));
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.setOptions({
    SystemName: 'Word\n# House',
    ServerAddress: 'https://words.example/',
    ModelRatio: '{"word":1,"secret-model":1}',
    ModelPrice: '{"draw":0.1}',
    UserUsableGroups: '{"default":"Everybody"}',
    GroupRatio: '{"default":1,"private":1}',
  });
  await gateway.channel({ models: 'draw,word', group: 'default' });
  await gateway.channel({ models: 'secret-model', group: 'private' });
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/docs.json'), JSON.stringify(DOCS));
  registerCallerDocs(server, () => gateway.app.domain, folder);
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  rmSync(folder, { recursive: true });
});

const read = async (url: string, headers: Record<string, string> = {}) =>
  (await server.inject({ url, headers })).body;

test('llms.txt lists the site, its addresses and pages, and only models visible to visitors', async () => {
  const text = await read('/llms.txt?lang=en');
  expect(text).toMatch(/^# Word # House\n/);
  expect(text).toContain('`https://words.example/v1`');
  expect(text).toContain('- [Quick start](https://words.example/docs/quick.en.md)');
  expect(text).toContain('- `word`');
  expect(text).not.toContain('secret-model');
});

test('its language is the one requested, otherwise that of the request, otherwise Chinese', async () => {
  const english = { 'accept-language': 'en-GB,en;q=0.9' };
  expect(await read('/llms.txt')).toContain('## 入门');
  expect(await read('/llms.txt', english)).toContain('## Start');
  expect(await read('/llms.txt?lang=zh', english)).toContain('## 入门');
});

test("a page is Markdown with this site's address and models, and never with a real key", async () => {
  expect(await read('/docs/quick.en.md')).toBe(
    '# Quick start\nhttps://words.example wss://words.example sk-… word draw tts-1\n',
  );
  expect(await read('/docs/quick.zh.md')).toBe('# 快速开始\nhttps://words.example sk-… word\n');
});

test("a page's language is the one in its address, and only its exact address is a page", async () => {
  expect(await read('/docs/quick.zh.md?lang=en')).toContain('快速开始');
  for (const path of ['quick.fr.md', 'quick.en', 'quickxen.md', 'quick.en.md/', 'a/quick.en.md'])
    expect((await server.inject({ url: `/docs/${path}` })).statusCode).toBe(404);
  const head = await server.inject({ method: 'HEAD', url: '/docs/quick.en.md' });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test('llms-full.txt has every page behind the index', async () => {
  const text = await read('/llms-full.txt?lang=en');
  expect(text.indexOf('\n# Quick start\n')).toBeGreaterThan(text.indexOf('# Word'));
});

test('a site without a configured address uses the one in the request', async () => {
  await gateway.setOption('ServerAddress', '');
  expect(await read('/llms.txt?lang=en', { host: 'asked.example:8080' })).toContain(
    '`http://asked.example:8080/v1`',
  );
  await gateway.setOption('ServerAddress', 'https://words.example/');
});

test('a gateway serves it as Markdown that no browser executes', async () => {
  const answer = await fetch(`${gateway.url}/llms.txt`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});
