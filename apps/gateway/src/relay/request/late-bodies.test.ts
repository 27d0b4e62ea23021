import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginLateCall } from '../../../test-support/begin-late-call.ts';
import { MODEL, type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const QUESTION = { model: MODEL, messages: [{ role: 'user', content: 'hello' }] };

describe.each([
  ['with its length', false],
  ['in chunks', true],
])('a call of the relay whose body, sent %s, is completed', (_how, isChunked) => {
  let scene: RelayScene;
  beforeAll(async () => {
    scene = await startRelayScene();
    await scene.channel('A');
  });
  afterAll(() => scene.close());

  const begin = (secret: string) =>
    beginLateCall(`${scene.gateway.url}/v1/chat/completions`, {
      headers: { authorization: `Bearer ${secret}`, 'accept-language': 'en' },
      body: QUESTION,
      isChunked,
    });
  const edit = (fields: object) => scene.owner.call('PUT', '/api/token/', { name: 'k', ...fields });
  const manage = (action: string) =>
    scene.gateway.root.call('POST', '/api/user/manage', { id: scene.owner.id, action });

  test.each([
    ['after its key was disabled', 'key_disabled', { status: 2 }],
    [
      'after its key was limited to other models',
      'model_not_allowed',
      { model_limits_enabled: true, model_limits: 'gpt-4o' },
    ],
    [
      'after its key was limited to other addresses',
      'address_not_allowed',
      { allow_ips: '192.0.2.1' },
    ],
  ])('%s is refused', async (_when, code, fields) => {
    const { id, secret } = await scene.gateway.token(scene.owner);
    const late = await begin(secret);
    expect((await edit({ id, ...fields })).body.success).toBe(true);
    expect((await late.complete()).body).toMatchObject({ error: { code } });
    expect(scene.keysTried()).toEqual([]);
  });

  test('after its key was deleted is refused', async () => {
    const { id, secret } = await scene.gateway.token(scene.owner);
    const late = await begin(secret);
    await scene.owner.call('DELETE', `/api/token/${id}`);
    expect((await late.complete()).status).toBe(401);
    expect(scene.keysTried()).toEqual([]);
  });

  test('after a ban of its user is refused, from the playground too', async () => {
    const { secret } = await scene.gateway.token(scene.owner);
    const byKey = await begin(secret);
    const bySession = await beginLateCall(
      `${scene.gateway.url}/api/playground/v1/chat/completions`,
      {
        headers: {
          cookie: `session=${scene.owner.token}`,
          'new-api-user': String(scene.owner.id),
          origin: scene.gateway.url,
          'sec-fetch-site': 'same-origin',
        },
        body: QUESTION,
        isChunked,
      },
    );
    await manage('disable');
    expect((await byKey.complete()).status).toBe(403);
    expect((await bySession.complete()).status).toBe(401);
    expect(scene.keysTried()).toEqual([]);
    await manage('enable');
  });

  test('is served as usual if nothing changed', async () => {
    const late = await begin(scene.secret);
    expect((await late.complete()).status).toBe(200);
    expect(scene.keysTried()).toEqual(['A']);
  });
});
