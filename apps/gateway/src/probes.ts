import type { IncomingMessage, ServerResponse } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import type { Domain } from './domain/domain.ts';
import type { LendingTrouble } from './domain/wallet/backend.ts';
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
      if (draining) write(response, 503, 'draining\n');
      else
        findObstacle(domain).then(
          (obstacle) => write(response, obstacle ? 503 : 200, `${obstacle ?? 'ready'}\n`),
          () => write(response, 503, 'the database does not answer\n'),
        );
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

const TROUBLE: Record<LendingTrouble, string> = {
  'journal-full': 'the journal is full: finished calls cannot be booked',
  'leases-expired': 'the database has been away for too long: leases may be gone',
  'taken-over': 'another process works under the name of this node',
  'not-stored': 'finished calls could not be stored: is the disk full?',
};
const PING_LIMIT_MS = 3000;

const looks = new WeakMap<Domain, Promise<string | undefined>>();

/** Why no call should be sent here; undefined when all is well. Whoever asks while somebody looks hears the same. */
function findObstacle(domain: Domain): Promise<string | undefined> {
  let look = looks.get(domain);
  if (!look)
    looks.set(domain, (look = lookForObstacle(domain).finally(() => looks.delete(domain))));
  return look;
}

/** A database that hangs is one that does not answer. */
async function lookForObstacle({ wallet, store }: Domain): Promise<string | undefined> {
  const trouble = wallet.trouble();
  if (trouble !== undefined) return TROUBLE[trouble];
  let limit: NodeJS.Timeout | undefined;
  const silence = new Promise<'silent'>((resolve) => {
    limit = setTimeout(() => resolve('silent'), PING_LIMIT_MS);
  });
  const answer = await Promise.race([store.ping(), silence]).finally(() => clearTimeout(limit));
  return answer === 'silent' ? 'the database does not answer' : undefined;
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
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(text);
}
