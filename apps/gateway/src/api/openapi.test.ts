import { failureEnvelope } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { expect, test } from 'vitest';
import { startTestGateway } from '../../test-support/test-gateway.ts';
import { findRoute, fixedRelayPaths } from '../relay/request/routes.ts';
import { buildOpenApi } from './openapi.ts';
import { encodedOpenApi } from './register-openapi.ts';
import { relayPaths } from './relay-reference.ts';

interface Operation {
  operationId: string;
  summary: string;
  'x-summary-zh'?: string;
  tags: readonly string[];
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

const operations = Object.values(
  buildOpenApi().paths as Record<string, Record<string, Operation>>,
).flatMap((methods) => Object.values(methods));
/** Operations of the relay have their own pages in the docs, in both languages. */
const shown = operations.filter(({ tags }) => tags[0] !== 'relay');

test('every call of the management API is described in English and in Chinese', () => {
  const isChinese = (text = '') => /\p{Script=Han}/u.test(text);
  const wrong = shown.filter(
    (operation) => isChinese(operation.summary) || !isChinese(operation['x-summary-zh']),
  );
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

test('every subject of the management API, and nothing else, has a title in both languages', () => {
  const subjects = new Set(shown.flatMap(({ tags }) => tags));
  for (const { docs } of [texts.en, texts.zh])
    expect(new Set(Object.keys(docs.apiGroups))).toEqual(subjects);
});

test('every call of the management API states the form of its refusals, with status 200 and any other', () => {
  const failure = { $ref: '#/components/schemas/Failure' };
  const described = shown.filter(({ tags }) => tags[0] !== 'payment webhooks');
  for (const { operationId, responses } of described) {
    const [success, other] = [responses['200'], responses['default']].map(
      (response) => response?.content?.['application/json']?.schema,
    );
    expect([operationId, other]).toEqual([operationId, failure]);
    const forms = (success as { anyOf?: unknown[] }).anyOf ?? [success];
    expect([operationId, forms.at(-1)]).toEqual([operationId, failure]);
  }
});

test('a refusal of any kind has the form that is stated for all', async () => {
  const gateway = await startTestGateway();
  try {
    const person = await gateway.user();
    for (const [client, method, path, body] of [
      [gateway.visitor, 'GET', '/api/user/self', undefined],
      [person, 'GET', '/api/channel/', undefined],
      [person, 'GET', '/api/nope', undefined],
      [person, 'PATCH', '/api/token/', undefined],
      [person, 'GET', '/api/token/999999', undefined],
      [person, 'POST', '/api/token/', { name: 7 }],
      [person, 'POST', '/api/user/pay', { amount: 1 }],
      [gateway.root, 'PUT', '/api/option/', { key: 'GitHubOAuthEnabled', value: 'true' }],
      [gateway.visitor, 'POST', '/api/user/login', { username: 'root', password: 'wrong' }],
    ] as const) {
      const answer = await client.call(method, path, body);
      expect([path, failureEnvelope.safeParse(answer.body).error]).toEqual([path, undefined]);
    }
  } finally {
    await gateway.close();
  }
});

test('every call of the relay is described, and every described one exists', () => {
  const isAlias = (path: string) => path.startsWith('/dashboard/');
  const missing = fixedRelayPaths.filter((path) => !isAlias(path) && !(path in relayPaths));
  expect(missing).toEqual([]);
  for (const [path, methods] of Object.entries(relayPaths)) {
    const action = path.startsWith('/suno') ? 'music' : 'imagine';
    const filled = path.replace('{action}', action).replace('{mode}', 'mj-fast');
    const route = findRoute(filled.replaceAll(/\{\w+\}/g, '1'));
    const served = route && 'method' in route ? [route.method, 'also' in route && route.also] : [];
    for (const method of Object.keys(methods))
      expect([path, served]).toEqual([path, expect.arrayContaining([method.toUpperCase()])]);
  }
});

test('the reference is compressed once, whoever asks for it, and is the same in every encoding', async () => {
  const gateway = await startTestGateway();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await fetch(`${gateway.url}/api/openapi.json`, {
      headers: { 'accept-encoding': encoding },
    });
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(buildOpenApi())));
  }
  await gateway.close();
  expect(encodedOpenApi('br')).toBe(encodedOpenApi('br'));
});
