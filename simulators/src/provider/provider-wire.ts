import type { ServerResponse } from 'node:http';
import { compatibleWire } from '../compatible-wire.ts';
import type { Endpoint } from '../endpoint.ts';
import type { RecordedRequest } from '../recorder.ts';
import type { Wire } from '../wire.ts';
import type { Exchange, Refusal } from './exchange.ts';
import { replay } from './replay.ts';

const NOWHERE: Refusal = { status: 404, body: { error: { message: 'Not Found', code: '404' } } };
const WRONG_HEADER: Refusal = { status: 400, body: { error: { message: 'a header is missing' } } };

/**
 * A vendor whose credential is a header: refuses with the vendor's own errors calls without it, to another
 * URL or API version, or without a required header; responds to the call of the exchange with the recorded
 * response, and to others like the compatible simulator.
 */
export function providerWire(exchange: Exchange): Wire {
  const { upstream } = exchange;
  const paths = [upstream.url, upstream.streamUrl ?? upstream.url].map(pathOf);
  const streamPath = upstream.streamUrl === undefined ? undefined : withoutQuery(paths[1] ?? '');
  const endpoint: Endpoint = {
    modelOptional: true,
    findMistake: () => undefined,
    lastText: () => '',
    respond: (call) => replay(call, exchange),
  };
  const wire = compatibleWire();
  return {
    ...wire,
    respondEarly(record, response) {
      const refusal = findRefusal(exchange, paths, record);
      if (refusal) send(response, refusal);
      return refusal !== undefined;
    },
    findEndpoint(path, headers) {
      if (path === streamPath) return { endpoint, inPath: { stream: true } };
      if (paths.map(withoutQuery).includes(path)) return { endpoint };
      if (path.endsWith('/chat/completions')) return undefined;
      return wire.findEndpoint(path, headers);
    },
  };
}

function findRefusal(
  { upstream, refusals }: Exchange,
  paths: readonly string[],
  { path, method, headers }: RecordedRequest,
): Refusal | undefined {
  const expected = Object.entries(upstream.headers);
  const [secret = ''] = expected
    .filter(([name]) => CREDENTIALS.has(name))
    .map(([, value]) => value);
  const bare = secret.replace(/^Bearer /, '');
  const shown = [...CREDENTIALS].map((name) => String(headers[name] ?? ''));
  if (!shown.some((value) => value.replace(/^Bearer /, '') === bare))
    return refusals['wrong key'] ?? NOWHERE;
  if (method !== 'POST' || !paths.map(withoutQuery).includes(withoutQuery(path))) return undefined;
  if (!paths.includes(path)) return refusals['wrong address'] ?? NOWHERE;
  const isMissing = expected.some(([name, value]) => headers[name] !== value);
  return isMissing ? WRONG_HEADER : undefined;
}

/** Headers that carry keys. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'api-key',
  'x-api-key',
  'x-goog-api-key',
]);

/** Returns the path and query of a URL. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function withoutQuery(path: string): string {
  return path.split('?')[0] ?? '';
}

function send(response: ServerResponse, { status, headers, body }: Refusal): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}
