import { allEndpoints, minimumRole } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';

const fill = (path: string) => path.replace(/\{\w+\}/g, '999999');
/** Calls that would end the walk for the caller itself. */
const ENDS_THE_CALLER = new Set(['logout', 'deleteSelf', 'createAccessToken']);

describe.each(databaseKinds)('who may call what on %s', (kind) => {
  let gateway: TestGateway;
  let user: Client;
  let admin: Client;

  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    user = await gateway.user();
    admin = await gateway.user({ role: 10 });
  });
  afterAll(() => gateway.close());

  test('every endpoint lets in its role and everything above, and nobody below', async () => {
    const callers = [
      { role: 0, client: gateway.visitor },
      { role: 1, client: user },
      { role: 10, client: admin },
      { role: 100, client: gateway.root },
    ];
    for (const { name, endpoint } of allEndpoints) {
      if (ENDS_THE_CALLER.has(name)) continue;
      for (const { role, client } of callers) {
        const needed = minimumRole(endpoint.access);
        const { status, body } = await client.call(
          endpoint.method,
          fill(endpoint.path),
          endpoint.body ? {} : undefined,
        );
        const expected = role >= needed ? 'let in' : role === 0 ? 401 : 403;
        const got = status === 401 || status === 403 ? status : 'let in';
        expect([name, role, got]).toEqual([name, role, expected]);
        expect(typeof body.success).toBe('boolean');
        expect(typeof body.message).toBe('string');
        if (expected !== 'let in') expect(body).toMatchObject({ success: false, data: null });
      }
    }
  });

  test('the user-id header never signs anybody in and must match', async () => {
    expect(
      (await gateway.visitor.call('GET', '/api/user/self', undefined, { 'new-api-user': '1' }))
        .status,
    ).toBe(401);
    expect(
      (await user.call('GET', '/api/user/self', undefined, { 'new-api-user': '1' })).status,
    ).toBe(401);
    expect(
      (await user.call('GET', '/api/user/self', undefined, { 'new-api-user': String(user.id) }))
        .status,
    ).toBe(200);
  });

  test('a cookie alone reads, but changes need the header too', async () => {
    const cookie = { cookie: `session=${user.token}` };
    const call = (method: string, headers: Record<string, string>) =>
      gateway.visitor.call(
        method,
        '/api/user/self',
        method === 'PUT' ? { display_name: 'x' } : undefined,
        headers,
      );
    expect((await call('GET', cookie)).status).toBe(200);
    expect((await call('PUT', cookie)).body.code).toBe('csrf_header_missing');
    expect((await call('PUT', { ...cookie, 'new-api-user': String(user.id) })).body.success).toBe(
      true,
    );
  });

  test('a demotion, a ban and a logout work on the very next call', async () => {
    const person = await gateway.user({ role: 10 });
    expect((await person.call('GET', '/api/user/')).status).toBe(200);
    await gateway.root.call('POST', '/api/user/manage', { id: person.id, action: 'demote' });
    // Who is signed in still is, as somebody who may not: another login would change nothing.
    expect((await person.call('GET', '/api/user/')).status).toBe(403);
    expect((await person.call('GET', '/api/user/self')).body.data).toMatchObject({ role: 1 });
    const again = await gateway.user();
    await again.call('GET', '/api/user/logout');
    expect((await again.call('GET', '/api/user/self')).status).toBe(401);
    const banned = await gateway.user();
    const access = (await banned.call('GET', '/api/user/token')).body.data as unknown as string;
    const byToken = { authorization: `Bearer ${access}` };
    expect((await gateway.visitor.call('GET', '/api/user/self', undefined, byToken)).status).toBe(
      200,
    );
    await gateway.root.call('POST', '/api/user/manage', { id: banned.id, action: 'disable' });
    expect((await banned.call('GET', '/api/user/self')).status).toBe(401);
    expect((await gateway.visitor.call('GET', '/api/user/self', undefined, byToken)).status).toBe(
      401,
    );
  });

  test('a new password ends the other sessions, and a new access token kills the old one', async () => {
    const person = await gateway.user({ name: 'sessions' });
    const other = await gateway.login('sessions', 'password1');
    await person.call('PUT', '/api/user/self', {
      password: 'password2',
      original_password: 'password1',
    });
    expect((await person.call('GET', '/api/user/self')).status).toBe(200);
    expect((await other.call('GET', '/api/user/self')).status).toBe(401);
    await expect(gateway.login('sessions', 'password1')).rejects.toThrow();
    const first = (await person.call('GET', '/api/user/token')).body.data as unknown as string;
    await person.call('GET', '/api/user/token');
    expect(
      (
        await gateway.visitor.call('GET', '/api/user/self', undefined, {
          authorization: `Bearer ${first}`,
        })
      ).status,
    ).toBe(401);
  });

  test('unknown paths and methods are JSON, and both slash forms work', async () => {
    expect(await gateway.root.call('GET', '/api/nope')).toMatchObject({
      status: 404,
      body: { success: false, code: 'unknown_path' },
    });
    expect((await gateway.root.call('DELETE', '/api/status')).status).toBe(405);
    for (const path of [
      '/api/token',
      '/api/token/',
      '/api/user',
      '/api/log/self',
      '/api/log/self/?p=1',
    ])
      expect([path, (await gateway.root.call('GET', path)).status]).toEqual([path, 200]);
  });
});
