import { allEndpoints, type AnyEndpoint } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { addressOf, type Attempt, distinctAttempts } from '../../test-support/distinct-attempts.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

/** Longer than any field may be; all of them together are within the limit of a body. */
const LONG = 'x'.repeat(20_000);
const BODIES: [string, string][] = [
  ['an array', '[]'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['an empty object', '{}'],
  [
    'wrong types',
    '{"id":{},"name":5,"key":[],"value":{},"username":7,"password":[],"tag":1,"ids":"x","models":5,"action":[],"options":{}}',
  ],
  [
    'over-long fields',
    JSON.stringify({
      id: LONG,
      name: LONG,
      username: LONG,
      password: LONG,
      key: LONG,
      value: LONG,
      tag: LONG,
      models: LONG,
      base_url: LONG,
    }),
  ],
  [
    'huge numbers',
    '{"id":1e300,"quota":1e30,"remain_quota":-1,"priority":-1000,"weight":1.5,"expired_time":99999999999999}',
  ],
  ['prototype keys', '{"__proto__":{"role":100},"constructor":{"prototype":{}},"id":1}'],
  [
    'SQL and wildcards',
    `{"id":"1; DROP TABLE users","name":"%_\\\\'\\" far longer than any name may be, it goes on","keyword":"%","key":"x","username":"a' OR 1=1--"}`,
  ],
];
const QUERIES = [
  '',
  '?p=abc&page_size=-1',
  '?p=0&page_size=1000000',
  '?p=9e15&size=NaN',
  `?keyword=${'%25'.repeat(50)}`,
  "?keyword='%20OR%201=1--",
  '?target_timestamp=abc',
  `?model=${LONG.slice(0, 3000)}`,
  '?start_timestamp=-5&end_timestamp=zzz&type=99&channel=x',
];
const IDS = ['0', '-1', 'abc', '999999999999999999999', '1e3', '\0', "1'"];
/** All of their fields are optional, so an object without any is a valid edit that changes nothing. */
const MAY_BE_EMPTY = new Set(['updateSelf']);
const SKIPPED = new Set([
  'logout',
  'deleteSelf',
  'createAccessToken',
  'deleteDisabledChannels',
  'resetModelRatio',
  'testAllChannels',
  'testChannels',
]);

/** A call, and its body as sent. */
type BadCall = Attempt & { text?: string };

/** Returns the bad calls of an endpoint that its handler can tell apart, and one that it never sees. */
function badCallsOf(endpoint: AnyEndpoint): BadCall[] {
  const good = { id: '0', query: {}, body: undefined };
  const bodies = BODIES.map(([what, text]) => ({ ...good, what, text, body: JSON.parse(text) }));
  const ids = IDS.map((id) => ({ ...good, what: `id ${id}`, id }));
  const queries = QUERIES.map((query) => ({
    ...good,
    what: query.slice(0, 60),
    query: Object.fromEntries(new URLSearchParams(query)),
  }));
  if (!endpoint.body) return distinctAttempts<BadCall>(endpoint, endpoint.params ? ids : queries);
  // Refused before any schema sees it.
  const malformed = { ...good, what: 'malformed JSON', text: '{"a":' };
  return [...distinctAttempts(endpoint, bodies), malformed];
}

describe.each(databaseKinds)('bad input on %s', (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  const fingerprint = async () => {
    const counts = [];
    for (const table of ['users', 'tokens', 'channels', 'options', 'ledger'] as const) {
      const rows = await gateway.app.domain.store.db.selectFrom(table).selectAll().execute();
      counts.push([table, rows.length]);
    }
    const root = (await gateway.root.call('GET', '/api/user/self')).body.data;
    return JSON.stringify([counts, root]);
  };

  // Once: values that a database may refuse are tried on each by `fuzz-fields.test.ts`.
  if (kind === databaseKinds.at(-1))
    test('no endpoint breaks on garbage: always the envelope, never a 500, and nothing is changed', async () => {
      const before = await fingerprint();
      for (const { name, endpoint } of allEndpoints) {
        if (SKIPPED.has(name)) continue;
        for (const bad of badCallsOf(endpoint)) {
          const { status, body: answer } = await gateway.root.call(
            endpoint.method,
            addressOf(endpoint, bad),
            bad.text,
          );
          const where = `${name} with ${bad.what}`;
          expect([where, status < 500]).toEqual([where, true]);
          expect([where, typeof answer.success, typeof answer.message]).toEqual([
            where,
            'boolean',
            'string',
          ]);
          if (endpoint.body && !MAY_BE_EMPTY.has(name))
            expect([where, answer.success]).toEqual([where, false]);
        }
      }
      expect(await fingerprint()).toBe(before);
    });

  test('a body over the limit is refused with 413 before all of it is read', async () => {
    const { status, body } = await gateway.root.call(
      'POST',
      '/api/token/',
      JSON.stringify({ name: 'x'.repeat(2_000_000) }),
    );
    expect([status, body.code]).toEqual([413, 'body_too_large']);
  });

  test('messages are in the requested language, Chinese by default', async () => {
    const message = async (language: string) =>
      (
        await gateway.root.call('GET', '/api/user/999999', undefined, {
          'accept-language': language,
        })
      ).body.message;
    expect(await message('en-US,en;q=0.9')).toBe('User does not exist');
    expect(await message('zh-CN')).toBe('用户不存在');
    expect(await message('fr')).toBe('用户不存在');
  });
});
