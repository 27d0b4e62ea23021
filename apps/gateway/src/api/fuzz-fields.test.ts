import { allEndpoints, type AnyEndpoint } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { translateError } from '../domain/error-texts.ts';
import { AppError } from '../platform/app-error.ts';
import { type DatabaseKind, databaseKinds } from '../../test-support/databases.ts';
import {
  addressOf,
  type Attempt,
  distinctAttempts,
  readAttempt,
} from '../../test-support/distinct-attempts.ts';
import {
  type ApiResponse,
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

/** Values with which calls get as far as possible; nothing listens at port 9. */
const GOOD: Record<string, unknown> = {
  id: 2,
  name: 'n',
  username: 'someone',
  password: 'password1',
  key: 'RetryTimes',
  value: '1',
  models: 'm',
  type: 1,
  base_url: 'http://127.0.0.1:9',
  tag: 't',
  ids: [1],
  action: 'enable',
  options: [{ key: 'RetryTimes', value: '1' }],
};
const BAD: unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  'x'.repeat(20_000),
  'a\0b',
  '\ud800',
  '\u202e٣𝒜',
  '__proto__',
  "'; DROP TABLE users; --",
  '%_\\',
  '-1',
  '9'.repeat(30),
  '{"a":',
  [],
  [null, {}, 'x'],
  {},
  { length: 5, toString: 1 },
];
/** Values that a database may refuse: all others are refused earlier, whichever database is used. */
const STORED: unknown[] = [null, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, 'x'.repeat(20_000), 'a\0b'];
/** In a query everything is text: values that differ only in type would be duplicates. */
const isTelling = (value: unknown) => typeof value === 'string' || typeof value === 'number';
const IDS = ['2147483648', '9007199254740991', '9007199254740992', '-0', '1.0', ' 1', '1;2', 'NaN'];
/** Calls that end the caller's session, lock them out, or continue in the background. */
const SKIPPED = new Set([
  'logout',
  'deleteSelf',
  'createAccessToken',
  'updateSelf',
  'testAllChannels',
  'testChannels',
]);
const AT_ONCE = 25;
/** Text that only a server's internals contain. */
const INSIDE = /node_modules|\.ts:\d|SQLITE|syntax error|violates|out of range for|at Object|stack/;

/** Returns a schema's fields, each with its JSON Schema as text. */
const fieldsOf = (schema: z.ZodType | undefined): [field: string, form: string][] => {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([field, form]) => [field, JSON.stringify(form)]);
};

const TRIED = allEndpoints.filter(({ name }) => !SKIPPED.has(name));
const seen = new Set<string>();
/**
 * The values to try in each field: all for the first with its name and schema; for identical ones, which have
 * the same check, only those that a database may refuse are worth trying.
 */
const valuesFor: ReadonlyMap<string, ReadonlyMap<string, unknown[]>> = new Map(
  TRIED.map(({ name, endpoint }) => {
    const fields = [...fieldsOf(endpoint.body), ...fieldsOf(endpoint.query)];
    return [
      name,
      new Map(fields.map(([field, form]) => [field, isFirst(field + form) ? BAD : STORED])),
    ];
  }),
);

function isFirst(form: string): boolean {
  if (seen.has(form)) return false;
  seen.add(form);
  return true;
}

function attemptsAt(name: string, endpoint: AnyEndpoint, storedOnly: boolean): Attempt[] {
  const valuesOf = (field: string) =>
    storedOnly ? STORED : (valuesFor.get(name)?.get(field) ?? BAD);
  const good = { id: '2', query: {}, body: endpoint.body ? GOOD : undefined };
  const fields = fieldsOf(endpoint.body).flatMap(([field]) =>
    valuesOf(field).map((bad) => ({ ...good, body: { ...GOOD, [field]: bad }, field, bad })),
  );
  const queries = fieldsOf(endpoint.query).flatMap(([field]) =>
    valuesOf(field)
      .filter(isTelling)
      .map((bad) => {
        const text = String(bad).slice(0, 2000).toWellFormed();
        return { ...good, query: { [field]: [text, '2'] }, field, bad };
      }),
  );
  const ids = endpoint.params
    ? IDS.map((id) => ({ ...good, id, field: 'id in the path', bad: id }))
    : [];
  return [...fields, ...queries, ...ids].map(({ field, bad, ...attempt }) => ({
    ...attempt,
    what: `${name}: ${field} = ${JSON.stringify(bad).slice(0, 40)}`,
  }));
}

function expectPublicText(what: string, text: string): void {
  expect([what, INSIDE.exec(text)?.[0]]).toEqual([what, undefined]);
  expect([what, text.includes('{{')]).toEqual([what, false]);
}

function worthSending(name: string, endpoint: AnyEndpoint, kind: DatabaseKind): Attempt[] {
  const attempts = attemptsAt(name, endpoint, kind !== databaseKinds.at(-1));
  // Refused by the caller's role, whatever the attempt.
  return endpoint.access === 'root' ? attempts.slice(0, 1) : distinctAttempts(endpoint, attempts);
}

test.each(TRIED)(
  '$name refuses what its schema refuses with a public text',
  ({ name, endpoint }) => {
    for (const attempt of attemptsAt(name, endpoint, false)) {
      const { input, refusal } = readAttempt(endpoint, attempt);
      if (input) continue;
      expect([attempt.what, refusal instanceof AppError && refusal.status < 500]).toEqual([
        attempt.what,
        true,
      ]);
      const { code, params } = refusal as AppError;
      expectPublicText(attempt.what, translateError(code, params, 'en'));
    }
  },
);

describe.each(databaseKinds)('every field of every call on %s', (kind) => {
  let gateway: TestGateway;
  let admin: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    admin = await gateway.user({ role: 10 });
    await gateway.token(await gateway.user());
  });
  afterAll(() => gateway.close());

  function expectNoAccident(what: string, { status, body }: ApiResponse): void {
    expect([what, status < 500]).toEqual([what, true]);
    expect([what, typeof body.success, typeof body.message]).toEqual([what, 'boolean', 'string']);
    if (body.success) return;
    expectPublicText(what, body.message);
    expect(body).toMatchObject({ code: expect.any(String), request_id: expect.any(String) });
  }

  test.each(TRIED)(
    '$name answers any value of any field with a proper response, not a crash',
    async ({ name, endpoint }) => {
      const attempts = worthSending(name, endpoint, kind);
      for (let start = 0; start < attempts.length; start += AT_ONCE) {
        const some = attempts.slice(start, start + AT_ONCE);
        const answers = await Promise.all(
          some.map((attempt) =>
            admin.call(endpoint.method, addressOf(endpoint, attempt), attempt.body),
          ),
        );
        for (const [index, answer] of answers.entries())
          expectNoAccident(some[index]?.what ?? name, answer);
      }
    },
  );

  test('nobody can tell ids of others from unknown ids', async () => {
    const owner = await gateway.user();
    const { id } = await gateway.token(owner);
    const stranger = await gateway.user();
    for (const { name, endpoint } of allEndpoints) {
      if (
        !endpoint.path.startsWith('/api/token/') ||
        !fieldsOf(endpoint.params ?? endpoint.body).some(([field]) => field === 'id')
      )
        continue;
      const codes = [];
      for (const one of [id, 987_654]) {
        const path = endpoint.path.replace(/\{\w+\}/, String(one));
        const body = endpoint.body ? { id: one, name: 'mine' } : undefined;
        codes.push((await stranger.call(endpoint.method, path, body)).body.code);
      }
      const refusal = endpoint.access === 'user' ? 'token_not_found' : 'forbidden';
      expect([name, codes]).toEqual([name, [refusal, refusal]]);
    }
    expect((await owner.call('GET', `/api/token/${id}`)).body.data).toMatchObject({ name: 'key' });
  });
});

test('a body beyond the limit is refused with 413 wherever a body is accepted', async () => {
  const gateway = await startTestGateway();
  onTestFinished(() => gateway.close());
  const admin = await gateway.user({ role: 10 });
  const huge = JSON.stringify({ ...GOOD, name: 'x'.repeat(1_100_000) });
  for (const { name, endpoint } of allEndpoints) {
    if (!endpoint.body) continue;
    const path = endpoint.path.replace(/\{\w+\}/g, '999999');
    const { status, body } = await admin.call(endpoint.method, path, huge);
    // Callers without permission are refused before the body is read.
    const isOfTeam = endpoint.path.startsWith('/api/team/{id}');
    const ofOthers = isOfTeam ? [200, 'team_not_found'] : [413, 'body_too_large'];
    const refusal = endpoint.access === 'root' ? [403, 'forbidden'] : ofOthers;
    expect([name, status, body.code]).toEqual([name, ...refusal]);
  }
});
