import type { Call } from './context.ts';

interface Cookie {
  name: string;
  value: string;
  path: string;
  /** 0 deletes it. */
  seconds: number;
}

/** Sets a cookie that scripts can't read and other sites don't send. */
export function setCookie(
  { request, reply }: Pick<Call<unknown>, 'request' | 'reply'>,
  { name, value, path, seconds }: Cookie,
): void {
  // Behind a proxy that terminates TLS the cookie must still be Secure.
  const isSecure = request.headers['x-forwarded-proto'] === 'https' || request.protocol === 'https';
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`,
  );
}
