import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';
import { MODEL } from '../../../test-support/relay-scene.ts';
import { isRelayPath, findRoute } from '../request/routes.ts';
import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';

const ROOT = new URL('../../../../../docs/site/', import.meta.url);
/** Both languages have the same code, as the console's test verifies. */
const SAMPLES = readdirSync(ROOT)
  .filter((file) => file.endsWith('.en.md'))
  .flatMap((file) => {
    const text = readFileSync(new URL(file, ROOT), 'utf8');
    return [...text.matchAll(/```(bash curl|javascript Node|python Python)\n([\s\S]*?)\n```/g)].map(
      ([, kind = '', code = ''], at) => ({ name: `${file} ${at}`, kind, code }),
    );
  });
const CURL = SAMPLES.filter(({ kind }) => kind === 'bash curl');
const PYTHON = SAMPLES.filter(({ kind }) => kind === 'python Python');
const NODE = SAMPLES.filter(({ kind }) => kind === 'javascript Node');
/** Paths that OpenAI's simulators serve; for the others only the path is checked. */
const ANSWERED = /\/v1\/(chat|responses|messages|models|embeddings|images\/gen|audio)|\/v1beta/;

let gateway: TestGateway;
let simulator: Simulator;
let secret = '';
beforeAll(async () => {
  simulator = await startOpenAiSimulator();
  gateway = await startTestGateway();
  const models = [MODEL, 'text-embedding-3-small', 'gpt-image-1', 'tts-1', 'whisper-1'].join(',');
  await gateway.channel({ base_url: simulator.url, models });
  const owner = await gateway.user({ quota: 100_000_000 });
  ({ secret } = await gateway.token(owner, { unlimited_quota: true }));
});
afterAll(async () => {
  await gateway.close();
  await simulator.close();
});

const FILLED: Readonly<Record<string, string>> = {
  image: 'gpt-image-1',
  speech: 'tts-1',
  transcription: 'whisper-1',
  realtime: 'gpt-realtime',
  embedding: 'text-embedding-3-small',
  rerank: 'rerank-v3.5',
};
const fill = (code: string) =>
  code
    .replaceAll(/\{\{(\w+)\}\}/g, (open, name: string) => FILLED[name] ?? open)
    .replaceAll('{{socket}}', gateway.url.replace(/^http/, 'ws'))
    .replaceAll('{{site}}', gateway.url)
    .replaceAll('{{key}}', secret)
    .replaceAll('{{model}}', MODEL);

/** Parses a curl command into arguments of fetch, undoing shell quotes and line continuations. */
function readCurl(command: string): { url: string; init: RequestInit } {
  const words = [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  const after = (flag: string) =>
    words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []));
  const url = words.find((word) => /^https?:/.test(word)) ?? '';
  const headers = after('-H').map((line) => line.split(/:\s*/, 2) as [string, string]);
  const [body] = after('-d');
  const fields = after('-F').map((field) => field.split('=', 2) as [string, string]);
  if (fields.length === 0)
    return { url, init: { headers, ...(body === undefined ? {} : { method: 'POST', body }) } };
  const form = new FormData();
  for (const [name, value] of fields)
    form.set(name, value.startsWith('@') ? new File(['sound'], value.slice(1)) : value);
  return { url, init: { method: 'POST', headers, body: form } };
}

test.each(CURL)('the curl sample $name calls a path that the gateway has', ({ code }) => {
  const { url, init } = readCurl(fill(code));
  const { pathname } = new URL(url);
  expect([pathname, isRelayPath(pathname)]).toEqual([pathname, true]);
  const route = findRoute(pathname);
  const methods = route ? [Reflect.get(route, 'method'), Reflect.get(route, 'also')] : [];
  expect(methods).toContain(init.method ?? 'GET');
});

test.each(CURL.filter(({ code }) => ANSWERED.test(code.split('\n')[0] ?? '')))(
  'the curl sample $name works against this gateway as written',
  async ({ code }) => {
    const { url, init } = readCurl(fill(code));
    const response = await fetch(url, init);
    expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
  },
);

/** For paths without a simulator: checks the path and fakes the response. */
const elsewhere: typeof fetch = (address, init) => {
  const { pathname } = new URL(String(address));
  const route = findRoute(pathname);
  const methods = route ? [Reflect.get(route, 'method'), Reflect.get(route, 'also')] : [];
  expect([pathname, ...methods]).toContain(init?.method ?? 'GET');
  const response = { id: 'x', status: 'done', result: '1', results: [1], data: [1] };
  return Promise.resolve(Response.json(response));
};

test.each(NODE.filter(({ code }) => !code.includes('WebSocket')))(
  'the Node sample $name works with the vendor’s SDK',
  async ({ code }) => {
    const body = fill(code).replaceAll(/^import .*$/gm, '');
    const isAnswered = /client\.(?!files|batches|images\.edit)|for await/.test(code);
    class OtherOpenAI extends OpenAI {
      constructor(options: object) {
        super({ ...options, fetch: elsewhere });
      }
    }
    const written: string[] = [];
    const write = (text: unknown) => void written.push(String(text));
    const given: Record<string, unknown> = {
      OpenAI: isAnswered ? OpenAI : OtherOpenAI,
      Anthropic,
      GoogleGenAI,
      console: { log: write },
      process: { stdout: { write } },
      fetch: elsewhere,
      createReadStream: (name: string) => new File(['sound'], name),
    };
    const run = runInThisContext(`(async (${Object.keys(given).join(', ')}) => {${body}})`) as (
      ...input: unknown[]
    ) => Promise<void>;
    await run(...Object.values(given));
    expect(written.join('')).not.toBe('');
  },
);

test('every Python sample has a Node counterpart', () => {
  const lacking = readdirSync(ROOT)
    .filter((file) => file.endsWith('.en.md'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, ROOT), 'utf8');
      const pythons = text.match(/^```python/gm)?.length ?? 0;
      const nodes = text.match(/^```javascript/gm)?.length ?? 0;
      return nodes < pythons ? [[file, pythons, nodes]] : [];
    });
  expect(lacking).toEqual([['litellm.en.md', 1, 0]]);
});

// The vendors' Python SDKs are not available: only the syntax is checked.
const hasPython = spawnSync('python3', ['--version']).status === 0;
test.runIf(hasPython)('all Python samples are valid Python', () => {
  expect(PYTHON.length).toBeGreaterThan(15);
  const read = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)';
  const checked = spawnSync('python3', ['-c', read], {
    input: JSON.stringify(PYTHON.map(({ code }) => fill(code))),
    encoding: 'utf8',
  });
  expect([checked.status, checked.stderr]).toEqual([0, '']);
});

test('every dialect, embeddings, images and audio have their samples in curl, Python and Node', () => {
  const pages = [
    'quickstart',
    'chat',
    'responses',
    'messages',
    'gemini',
    'embeddings',
    'images',
    'audio',
  ];
  const kindsOf = (page: string) =>
    new Set(SAMPLES.filter(({ name }) => name.startsWith(`${page}.`)).map(({ kind }) => kind));
  for (const page of pages) expect([page, kindsOf(page).size]).toEqual([page, 3]);
});
