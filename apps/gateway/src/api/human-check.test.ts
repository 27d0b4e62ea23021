import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

/** As the service answers: a token that it gave out is good once. */
function startVerifier(): Promise<{
  server: Server;
  url: string;
  good: Set<string>;
  seen: URLSearchParams[];
}> {
  const good = new Set<string>();
  const seen: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const form = new URLSearchParams(text);
      seen.push(form);
      const token = form.get('response') ?? '';
      if (token === 'broken') return response.writeHead(500).end('<html>');
      const success = form.get('secret') === 'the-secret' && good.delete(token);
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success, 'error-codes': success ? [] : ['timeout-or-duplicate'] }));
    });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, url: `http://127.0.0.1:${port}/siteverify`, good, seen });
    }),
  );
}

let verifier: Awaited<ReturnType<typeof startVerifier>>;
let gateway: TestGateway;
beforeAll(async () => {
  verifier = await startVerifier();
  gateway = await startTestGateway({ env: { HUMAN_CHECK_URL: verifier.url } });
  await gateway.setOption('TurnstileSecretKey', 'the-secret');
});
afterAll(async () => {
  await gateway.close();
  verifier.server.close();
});

const CALLS = [
  ['POST', '/api/user/login', { username: 'nobody', password: 'password1' }, 'login_failed'],
  ['POST', '/api/user/register', { username: 'root', password: 'password1' }, 'username_taken'],
  ['GET', '/api/verification?email=a@example.org', undefined, 'mail_not_set_up'],
  ['GET', '/api/reset_password?email=a@example.org', undefined, 'mail_not_set_up'],
] as const;

const call = async ([method, path, body]: (typeof CALLS)[number], token?: string) => {
  const query = token === undefined ? '' : `${path.includes('?') ? '&' : '?'}turnstile=${token}`;
  return (await gateway.visitor.call(method, path + query, body)).body.code;
};

test('while human verification is off nobody is asked for a token, nor is the service', async () => {
  for (const one of CALLS) expect(await call(one)).toBe(one[3]);
  expect(verifier.seen).toEqual([]);
});

test('while it is on, each call needs a token of its own that the service has not seen before', async () => {
  await gateway.setOption('TurnstileCheckEnabled', 'true');
  for (const one of CALLS) {
    expect(await call(one)).toBe('human_check_required');
    expect(await call(one, 'made-up')).toBe('human_check_failed');
    verifier.good.add('token-1');
    expect(await call(one, 'token-1')).toBe(one[3]);
    expect(await call(one, 'token-1')).toBe('human_check_failed');
  }
  expect(verifier.seen[0]?.get('remoteip')).toBe('127.0.0.1');
  await gateway.setOption('TurnstileCheckEnabled', 'false');
});

test('while the service can not be asked nobody is let through', async () => {
  await gateway.setOption('TurnstileCheckEnabled', 'true');
  expect(await call(CALLS[0], 'broken')).toBe('human_check_unreachable');
  await gateway.setOption('TurnstileCheckEnabled', 'false');
});
