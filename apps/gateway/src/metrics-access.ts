import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Headers added by proxies and CDNs. */
const BY_PROXIES =
  /^(x-forwarded|x-real-ip|forwarded|via|cf-|cdn-|true-client-ip|client-ip|x-client-ip|x-cluster-client-ip|x-envoy-|x-original-|x-proxyuser-ip|x-arr-|x-azure-|x-amz-cf-|fastly-|fly-|x-vercel-|x-appengine-|x-cloud-trace)/;
const LOOPBACK = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
/** Local clients use a local host name; a proxy forwards the public one. */
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/**
 * Returns whether a request may read /metrics. With a token, every request needs it. Without one, only a
 * direct request from this machine may: any sign of a proxy means it came from outside.
 */
export function mayReadMetrics(
  token: string | undefined,
  request: Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
    socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
  },
): boolean {
  const { headers, socket, httpVersion } = request;
  if (token !== undefined) return isToken(token, headers.authorization ?? '');
  return (
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    // nginx uses HTTP/1.0 for its upstreams by default.
    httpVersion !== '1.0' &&
    LOCAL_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => BY_PROXIES.test(name))
  );
}

function isToken(token: string, authorization: string): boolean {
  const given = Buffer.from(authorization.replace(/^Bearer /i, ''));
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
