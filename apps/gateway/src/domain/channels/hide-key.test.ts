import { expect, test } from 'vitest';
import { createKeyHider, hideKeyIn } from './hide-key.ts';

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
  expect(hideKeyIn(text, { key, policy: { headers: {} } })).toBe(hidden);
});

test('what identifies the channel in its own headers is removed, too, with and without its scheme', () => {
  const headers = { 'cf-access-client-secret': 'plain words', authorization: 'Bearer other-words' };
  const channel = { key: 'k', policy: { headers: { ...headers, 'x-region': 'somewhere' } } };
  const echoed = JSON.stringify(headers);
  expect(hideKeyIn(`${echoed} other-words at somewhere`, channel)).toBe(
    '{"cf-access-client-secret":"***","authorization":"***"} *** at somewhere',
  );
});

test('so is what it adds to bodies under the name of a credential', () => {
  const members = { max_tokens: 100, author: 'somebody', app: { api_key: 'app-password' } };
  const channel = { key: 'k', policy: { headers: {}, overrides: { members } } };
  expect(hideKeyIn(JSON.stringify(members), channel)).toBe(
    '{"max_tokens":100,"author":"somebody","app":{"api_key":"***"}}',
  );
});

test('in messages, the key is removed also from a reason that was cut, and all others stay as they are', () => {
  const hide = createKeyHider({ key: 'plainwordkey', policy: { headers: {} } });
  expect(hide(Buffer.from('wrong key plainwo')).toString()).toBe('wrong key ***');
  const long = 'x'.repeat(200);
  expect(hide(Buffer.from(`${long} plainwordkey`)).toString()).toBe(`${long} ***`);
  const audio = Buffer.alloc(200, 0xff);
  expect(hide(audio)).toBe(audio);
});
