import { endpoints } from '@tollgate/contract';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAddress, createConsoleClient } from './console-client.ts';

let server: Server;
let url: string;
let answer: object;
let seen: {
  url: string | undefined;
  authorization: string | undefined;
  team: string | string[] | undefined;
  agent: string | undefined;
};

beforeEach(async () => {
  server = createServer((request, response) => {
    seen = {
      url: request.url,
      authorization: request.headers.authorization,
      team: request.headers['tollgate-team'],
      agent: request.headers['user-agent'],
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

test('the data of the envelope is returned and the session is sent', async () => {
  answer = { success: true, message: '', data: 'code' };
  const client = createConsoleClient(url, { id: 7, token: 'secret' });
  await expect(client.call(endpoints.getAffiliateCode)).resolves.toBe('code');
  expect(seen).toMatchObject({ url: '/api/user/aff', authorization: 'Bearer secret' });
  expect(seen.team).toBeUndefined();
});

test('a call names the team that it acts for', async () => {
  answer = { success: true, message: '', data: 'code' };
  await createConsoleClient(url).call(endpoints.getAffiliateCode, { team: 12 });
  expect(seen.team).toBe('12');
});

test('a client sends its headers with each call, also as the browser that it stands for', async () => {
  answer = { success: true, message: '', data: 'code' };
  const client = createConsoleClient(url, undefined, { 'user-agent': 'Mozilla/5.0 (X11)' });
  await client.call(endpoints.getAffiliateCode);
  expect(seen.agent).toBe('Mozilla/5.0 (X11)');
});

test("a refusal throws the server's message", async () => {
  answer = { success: false, message: 'not today' };
  const call = createConsoleClient(url).call(endpoints.getAffiliateCode);
  await expect(call).rejects.toThrow('not today');
});

test('parameters fill the path and absent query values are left out', () => {
  const input = { params: { id: 'a/b' }, query: { p: 1, keyword: undefined } };
  expect(buildAddress('http://host', '/api/token/{id}/', input)).toBe(
    'http://host/api/token/a%2Fb/?p=1',
  );
});
