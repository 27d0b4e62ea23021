import { expect, test, vi } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { text } from '../../../test-support/text.ts';
import { ApiError } from '../../api/call-endpoint.ts';
import * as login from '../../session/leave-for-login.ts';
import { testNewChannel } from './test-model.ts';

const TEST = 'POST /api/channel/test';
const run = () => testNewChannel({ type: 1, name: 'a', key: 'k', models: 'm', group: 'default' });

test('a test that a proxy answers instead of the gateway says so in the user’s language, not in the parser’s', async () => {
  const page = new Response('<html>', { status: 500, headers: { 'content-type': 'text/html' } });
  fakeServer({ [TEST]: () => page });
  await expect(run()).rejects.toThrow(text('ui.http.internal'));
});

test('a test that reaches nobody says so in the user’s language', async () => {
  fakeServer({ [TEST]: () => Promise.reject(new TypeError('Failed to fetch')) });
  const refused = run().catch((error: unknown) => error);
  expect(await refused).toBeInstanceOf(ApiError);
  expect(String(await refused)).toContain(text('ui.http.noResponse'));
});

test('a test after the session has ended leads to the login page', async () => {
  const leave = vi.spyOn(login, 'leaveForLogin').mockReturnValue();
  fakeServer({ [TEST]: () => failure(401, 'ended', 'not_signed_in') });
  await expect(run()).rejects.toThrow('ended');
  expect(leave).toHaveBeenCalledOnce();
  leave.mockRestore();
});

test('a failed test and a refused one are results', async () => {
  const found = { time: 2, first_byte_ms: null, status: 401, excerpt: 'bad key', cause: null };
  const server = fakeServer({
    [TEST]: () => Response.json({ success: false, message: 'failed', code: 'x', data: found }),
  });
  expect(await run()).toMatchObject({
    passed: false,
    status: 401,
    excerpt: 'bad key',
    refusal: '',
  });
  const refusal = { success: false, message: 'no URL', code: 'base_url_invalid', data: null };
  server.serve(TEST, () => Response.json({ ...refusal, field: 'base_url' }));
  expect(await run()).toMatchObject({
    passed: false,
    excerpt: 'no URL',
    refusal: 'base_url_invalid',
    field: 'base_url',
  });
});
