import {
  optionRegistry,
  PAYMENT_PROVIDER_IDS,
  paymentProviderOf,
  ROLE_ROOT,
} from '@tollgate/contract';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoginSimulator } from '@tollgate/simulators';
import { startLoginSimulator } from '@tollgate/simulators/logins/github';
import { startVerifier, type Verifier } from '../../test-support/start-verifier.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { reconcilePayments } from '../domain/jobs/reconcile-payments.ts';

const METADATA = '169.254.169.254';
const INNER = ['127.0.0.1', '10.0.0.7', '192.168.1.1', METADATA, 'localhost', '[::1]'];
const called = optionRegistry.filter(({ calls }) => calls !== undefined);

describe('while the operator allows no private addresses', () => {
  let gateway: TestGateway;
  let github: LoginSimulator;
  let verifier: Verifier;
  /** A service in the operator's network: records connections. */
  let inner: Server;
  let connections = 0;
  let url = '';
  beforeAll(async () => {
    inner = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', () => resolve()));
    url = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
    [github, verifier] = await Promise.all([startLoginSimulator(), startVerifier()]);
    gateway = await startTestGateway({
      env: {
        ALLOW_PRIVATE_UPSTREAMS: 'off',
        ...github.env,
        HUMAN_CHECK_URL: verifier.url,
      },
    });
  });
  afterAll(async () => {
    await gateway.close();
    await Promise.all([github.close(), verifier.close()]);
    inner.close();
  });

  /** As stored by an older version, which did not check. */
  const store = (values: Record<string, string>) =>
    gateway.app.domain.options.write(
      Object.entries(values).map(([key, value]) => ({ key, value })),
      { id: 1, username: 'root', role: ROLE_ROOT },
    );

  test('all options whose address the gateway calls are known', () => {
    // A provider with a configurable address lists it among its options.
    const ofProviders = PAYMENT_PROVIDER_IDS.flatMap((id) => paymentProviderOf(id).options)
      .filter(({ calls }) => calls === 'web')
      .map(({ key }) => key);
    expect(ofProviders.slice(0, 2)).toEqual(['PayAddress', 'UsdtApiUrl']);
    expect(called.map(({ key }) => key)).toEqual([
      'WorkerUrl',
      'WeChatServerAddress',
      'OidcIssuer',
      'SMTPServer',
      ...ofProviders,
    ]);
  });

  test.each(called)(
    '$key accepts no private address, and the refusal names what allows it, if anything does',
    async ({ key, calls }) => {
      for (const host of INNER) {
        const value = calls === 'mail' ? host.replace(/[[\]]/g, '') : `http://${host}:25/x`;
        const { body } = await gateway.root.call('PUT', '/api/option/', { key, value });
        const allows = calls === 'mail' ? 'ALLOW_PRIVATE_MAIL=on' : 'ALLOW_PRIVATE_UPSTREAMS=on';
        const isHelped = host !== METADATA;
        expect([host, body.field, body.message?.includes(allows)]).toEqual([host, key, isHelped]);
      }
      const value = calls === 'mail' ? 'mail.example.org' : 'https://public.example.org';
      const { body } = await gateway.root.call('PUT', '/api/option/', { key, value });
      expect(body.success).toBe(true);
      await store({ [key]: '' });
    },
  );

  test('private addresses that are stored nevertheless are not called: mail, WeChat, payment and stablecoin', async () => {
    await store({
      ServerAddress: 'https://gate.example.org',
      SMTPServer: '127.0.0.1',
      SMTPPort: new URL(url).port,
      SMTPFrom: 'gate@example.org',
      WeChatServerAddress: url,
      WeChatServerToken: 'token',
      WeChatAuthEnabled: 'true',
      PayAddress: url,
      EpayId: '1',
      EpayKey: 'k',
      UsdtApiUrl: url,
      UsdtApiKey: 'k',
      UsdtMerchantId: 'm',
    });
    const user = await gateway.user();
    const codes = async (method: string, path: string, body?: unknown) =>
      (await user.call(method, path, body)).body.code;
    await gateway.visitor.call('GET', '/api/verification?email=a@example.org');
    expect(await codes('GET', '/api/oauth/wechat?code=1')).toBe('oauth_site_unreachable');
    expect(await codes('POST', '/api/user/usdt/pay', { amount: 10 })).toBe('payment_failed');
    await codes('POST', '/api/user/pay', { amount: 10, payment_method: 'zfb', top_up_code: '' });
    await gateway.app.domain.store.db.updateTable('orders').set({ next_check_at: 1 }).execute();
    await reconcilePayments(gateway.app.domain).run(new AbortController().signal);
    await gateway.app.domain.mailer.close();
    expect(connections).toBe(0);
  });

  test('addresses in the environment are the operator’s own choice and may be private', async () => {
    await gateway.setOptions({
      ...github.options,
      GitHubOAuthEnabled: 'true',
      TurnstileSiteKey: 'site',
      TurnstileSecretKey: verifier.secret,
      TurnstileCheckEnabled: 'true',
    });
    const begin = '/api/oauth/state?provider=github';
    const { body, headers } = await gateway.visitor.call('GET', begin);
    const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const authorizationUrl = String(body.authorization_url);
    const proof = github.prove({ subject: 7 }, { authorizationUrl, now: 0 });
    const path = `/api/oauth/github?${new URLSearchParams(proof).toString()}`;
    const signedIn = await gateway.visitor.call('GET', path, undefined, { cookie });
    expect(signedIn.body).toMatchObject({ success: true, data: { github_id: '7' } });
  });
});

test('ALLOW_PRIVATE_MAIL allows a private mail server and nothing else', async () => {
  const env = { ALLOW_PRIVATE_UPSTREAMS: 'off', ALLOW_PRIVATE_MAIL: 'on' };
  const gateway = await startTestGateway({ env });
  const save = async (key: string, value: string) =>
    (await gateway.root.call('PUT', '/api/option/', { key, value })).body.code;
  expect(await save('SMTPServer', '10.0.0.7')).toBeUndefined();
  // Nothing useless is suggested.
  expect(await save('SMTPServer', '169.254.169.254')).toBe('address_never_allowed');
  expect(await save('WorkerUrl', 'http://169.254.169.254')).toBe('address_never_allowed');
  expect(await save('WorkerUrl', 'http://10.0.0.7')).toBe('address_not_allowed');
  await gateway.close();
});
