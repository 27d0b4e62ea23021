import { expect, test } from 'vitest';
import { createKeyHider, hideKeyIn, hideKeyInData } from './hide-key.ts';

test.each([
  ['a plain word', 'Wrong key plainwordkey here', 'plainwordkey', 'Wrong key *** here'],
  [
    'a key of parts',
    'for accessid1|secretpart|eu: secretpart',
    'accessid1|secretpart|eu',
    'for ***: ***',
  ],
  ['one that was cut at the end', 'Wrong key plainwo', 'plainwordkey', 'Wrong key ***'],
  ['a short part, which is no secret', 'region eu-1', 'accessid1|secretpart|eu-1', 'region eu-1'],
  ['no key', 'nothing', '', 'nothing'],
])('%s is removed from a text', (_what, text, key, hidden) => {
  expect(hideKeyIn(text, { key, policy: { headers: {} }, baseUrl: '' })).toBe(hidden);
});

test('what identifies the channel in its own headers is removed, too, with and without its scheme', () => {
  const headers = { 'cf-access-client-secret': 'plain words', authorization: 'Bearer other-words' };
  const policy = { headers: { ...headers, 'x-region': 'somewhere' } };
  const channel = { key: 'k', policy, baseUrl: '' };
  const echoed = JSON.stringify(headers);
  expect(hideKeyIn(`${echoed} other-words at somewhere`, channel)).toBe(
    '{"cf-access-client-secret":"***","authorization":"***"} *** at somewhere',
  );
});

test('so is what it adds to bodies under the name of a credential', () => {
  const members = { max_tokens: 100, author: 'somebody', app: { api_key: 'app-password' } };
  const channel = { key: 'k', policy: { headers: {}, overrides: { members } }, baseUrl: '' };
  expect(hideKeyIn(JSON.stringify(members), channel)).toBe(
    '{"max_tokens":100,"author":"somebody","app":{"api_key":"***"}}',
  );
});

test('in messages, the key is removed also from a reason that was cut, and all others stay as they are', () => {
  const hide = createKeyHider({ key: 'plainwordkey', policy: { headers: {} }, baseUrl: '' });
  expect(hide(Buffer.from('wrong key plainwo')).toString()).toBe('wrong key ***');
  const long = 'x'.repeat(200);
  expect(hide(Buffer.from(`${long} plainwordkey`)).toString()).toBe(`${long} ***`);
  const audio = Buffer.alloc(200, 0xff);
  expect(hide(audio)).toBe(audio);
});

test.each([
  ['a path', 'https://host/v1/s3cr3tPathOfMine77/openai', '/v1/***/openai/chat/completions'],
  ['a UUID', 'https://host/6f1c2a90-0b3e-4d5c-8f7a-1b2c3d4e5f60', '/***/chat/completions'],
  ['a query', 'https://host/v1?api-key=plain%2Bwords&api-version=2024-10-21', '?api-key=***'],
  ['a password', 'https://operator:plainpassword@host/v1', 'https://***:***@host/v1'],
])('a credential in %s of the channel’s address is removed', (_what, baseUrl, hidden) => {
  const channel = { key: 'k', policy: { headers: {} }, baseUrl };
  const url = `${baseUrl.replace(/\?.*/, '')}/chat/completions${new URL(baseUrl).search}`;
  expect(hideKeyIn(`Cannot POST ${url}`, channel)).toContain(hidden);
  expect(hideKeyIn(`Cannot POST ${decodeURIComponent(url)}`, channel)).toContain(hidden);
});

test.each([
  'https://dashscope.aliyuncs.com/compatible-mode/v1',
  'https://generativelanguage.googleapis.com/v1beta/openai',
  'https://host/openai/deployments/gpt-4o-mini-2024-07-18?api-version=2024-10-01-preview',
  'https://host/api/paas/v4/chat/completions',
  'https://host/{model}/generateContent',
  'https://host/publishers/google/models/gemini-2.5-flash-lite-preview-06-17',
])('an address without one is shown as it is: %s', (baseUrl) => {
  expect(hideKeyIn(baseUrl, { key: 'k', policy: { headers: {} }, baseUrl })).toBe(baseUrl);
});

test('in results, the key is removed from all texts, and nothing else changes', () => {
  const channel = { key: 'plain+wordkey', policy: { headers: {} }, baseUrl: '' };
  const files = ['https://host/a?key=plain%2Bwordkey', 'https://host/b?signature=of-the-provider'];
  const result = { prompt: 'so plain', seed: 7, files, more: { name: 'plain+wordkey', no: null } };
  expect(hideKeyInData(result, channel)).toEqual({
    ...result,
    files: ['https://host/a?key=***', files[1]],
    more: { name: '***', no: null },
  });
});
