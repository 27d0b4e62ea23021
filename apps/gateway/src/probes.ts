import type { IncomingMessage, ServerResponse } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import type { Domain } from './domain/domain.ts';
import { describeHealth } from './domain/health/describe-health.ts';
import { readHealth } from './domain/health/read-health.ts';
import { readMetrics, registry } from './platform/metrics.ts';

interface ProbeState {
  domain: Domain;
  draining: boolean;
}

/** Answers /healthz, /readyz and /metrics; false for every other path. */
export function answerProbe(
  { domain, draining }: ProbeState,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  switch (request.url) {
    case '/healthz':
      write(response, 200, 'ok\n');
      return true;
    case '/readyz':
    case '/readyz?verbose':
      void readHealth(domain).then((health) => {
        const ready = health.ready && !draining;
        const text = describeHealth({ ...health, draining }, request.url !== '/readyz');
        write(response, ready ? 200 : 503, text);
      });
      return true;
    case '/metrics':
      if (!mayReadMetrics(domain, request))
        write(response, 403, 'from loopback or with the metrics token only\n');
      else
        readMetrics().then(
          (text) => write(response, 200, text, registry.contentType),
          () => write(response, 500, ''),
        );
      return true;
    default:
      return false;
  }
}

function mayReadMetrics(domain: Domain, request: IncomingMessage): boolean {
  const token = domain.config.METRICS_TOKEN;
  if (token !== undefined) {
    const given = Buffer.from((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    const wanted = Buffer.from(token);
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return true;
  }
  const peer = request.socket.remoteAddress ?? '';
  return (
    (peer === '127.0.0.1' || peer === '::1' || peer === '::ffff:127.0.0.1') &&
    BY_PROXIES.every((name) => request.headers[name] === undefined)
  );
}

/** A proxy on this machine calls from loopback for everybody. */
const BY_PROXIES = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

function write(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}
