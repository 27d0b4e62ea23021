import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Domain } from './domain/domain.ts';
import { describeHealth } from './domain/health/describe-health.ts';
import { readHealth } from './domain/health/read-health.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { addDeprecatedMetrics } from './platform/deprecated-metrics.ts';
import { readMetrics, registry } from './platform/metrics.ts';

interface ProbeState {
  domain: Domain;
  draining: boolean;
}

/** Serves /healthz, /readyz and /metrics; false for every other path. */
export function serveProbe(
  { domain, draining }: ProbeState,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [path, query = ''] = (request.url ?? '').split('?', 2);
  switch (path) {
    case '/healthz':
      write(response, 200, 'ok\n');
      return true;
    case '/readyz':
      void readHealth(domain).then((health) => {
        const ready = health.ready && !draining;
        const text = describeHealth({ ...health, draining }, query.startsWith('verbose'));
        write(response, ready ? 200 : 503, text);
      });
      return true;
    case '/metrics':
      if (!mayReadMetrics(domain.config.METRICS_TOKEN, request))
        write(response, 403, 'with METRICS_TOKEN, or without one from this machine only\n');
      else
        readMetrics().then(
          (text) => write(response, 200, addDeprecatedMetrics(text), registry.contentType),
          () => write(response, 500, ''),
        );
      return true;
    default:
      return false;
  }
}

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
