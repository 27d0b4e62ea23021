import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody with an account at GitHub or LinuxDO, as the site tells it. */
export type Member = Record<string, unknown>;

export interface LoginProviderSites {
  url: string;
  /** Who comes back with which code; a code is good once. */
  codes: Map<string, Member>;
  /** The WeChat id of each code that the official account gave out. */
  wechat: Map<string, string>;
  /** What was sent for a code. */
  exchanges: { path: string; authorization: string; body: string }[];
  close(): Promise<void>;
}

/** GitHub, LinuxDO and the server of a WeChat account on one socket. */
export async function startLoginProviderSites(): Promise<LoginProviderSites> {
  const codes = new Map<string, Member>();
  const wechat = new Map<string, string>();
  const members = new Map<string, Member>();
  const exchanges: LoginProviderSites['exchanges'] = [];

  function exchange(path: string, authorization: string, body: string) {
    exchanges.push({ path, authorization, body });
    const code = path.startsWith('/login')
      ? (JSON.parse(body) as { code: string }).code
      : (new URLSearchParams(body).get('code') ?? '');
    const member = codes.get(code);
    if (!codes.delete(code) || !member) return { error: 'bad_verification_code' };
    const token = `token-${code}`;
    members.set(`Bearer ${token}`, member);
    return { access_token: token, token_type: 'bearer' };
  }

  const respond = (request: IncomingMessage, body: string): unknown => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://sites');
    const authorization = request.headers.authorization ?? '';
    if (path === '/login/oauth/access_token' || path === '/oauth2/token')
      return exchange(path, authorization, body);
    if (path === '/user' || path === '/api/user')
      return members.get(authorization) ?? { message: 'Bad credentials' };
    if (path !== '/api/wechat/user') return undefined;
    if (authorization !== 'wechat-token') return { success: false, message: 'no', data: '' };
    const code = searchParams.get('code') ?? '';
    const id = wechat.get(code) ?? '';
    wechat.delete(code);
    return { success: true, message: '', data: id };
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const said = respond(request, body);
      response
        .writeHead(said === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(said === undefined ? 'no JSON' : JSON.stringify(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    codes,
    wechat,
    exchanges,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
