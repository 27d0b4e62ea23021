import {
  buildUpstreamBody,
  classifyFault,
  findStreamOptionsPolicy,
  findUpstreamDialect,
  type StreamOptionsPolicy,
  type UpstreamFault,
} from '@tollgate/dialects';
import type { RuntimeChannel } from '../domain/channel-catalog.ts';
import { AddressNotAllowed } from '../platform/address-guard.ts';
import type { RelayCall } from './relay-call.ts';
import type { InferenceKind } from './routes.ts';
import type { UpstreamHeaders, UpstreamRequest } from './send.ts';

/** What one try at a channel came to: the answer is on its way or done, or nothing was sent yet. */
export type AttemptResult =
  | { kind: 'answered'; /** A stream that broke after it had begun. */ broke?: UpstreamFault }
  | { kind: 'fault'; fault: UpstreamFault }
  | { kind: 'client-gone'; /** There is a row in the log already. */ settled?: true };

/** Client headers that mean something to the provider; everything else stays here. */
const FORWARDED = ['openai-beta', 'idempotency-key', 'user-agent'] as const;

/** What all calls of a kind and model on a channel have in common. */
interface Route {
  url: string;
  upstreamModel: string;
  policy: StreamOptionsPolicy;
  headers: readonly string[];
}

/** Remembered with the channel: a changed channel is a new object, so nothing here can grow stale. */
const routes = new WeakMap<RuntimeChannel, Map<string, Route | undefined>>();
const ROUTES_MAX = 1000;

function routeOf(channel: RuntimeChannel, kind: InferenceKind, model: string): Route | undefined {
  let known = routes.get(channel);
  if (!known) routes.set(channel, (known = new Map<string, Route | undefined>()));
  const key = `${kind} ${model}`;
  if (known.has(key)) return known.get(key);
  if (known.size >= ROUTES_MAX) known.clear();
  const route = buildRoute(channel, kind, model);
  known.set(key, route);
  return route;
}

function buildRoute(
  channel: RuntimeChannel,
  kind: InferenceKind,
  model: string,
): Route | undefined {
  const { provider } = channel;
  const speaks = provider && findUpstreamDialect(provider, channel.key) === 'openai-chat';
  const buildUrl = speaks ? provider.endpoints[kind] : undefined;
  if (!provider || !buildUrl) return undefined;
  const upstreamModel = channel.modelMapping.get(model) ?? model;
  return {
    upstreamModel,
    url: buildUrl(channel.baseUrl, { model: upstreamModel, other: channel.other }),
    policy: findStreamOptionsPolicy(provider, channel),
    headers: [
      'content-type',
      'application/json',
      'accept-encoding',
      'identity',
      ...Object.entries(provider.auth(channel.key, channel)).flat(),
    ],
  };
}

export interface BuiltRequest {
  request: UpstreamRequest;
  upstreamModel: string;
}

/** The upstream request of a call for a channel; undefined when the channel can't take this kind of call. */
export function buildUpstreamRequest(
  call: RelayCall,
  channel: RuntimeChannel,
): BuiltRequest | undefined {
  const route = routeOf(channel, call.kind, call.clientRequest.model);
  if (!route) return undefined;
  const { upstreamModel, policy } = route;
  const headers = [
    ...route.headers,
    'accept',
    call.clientRequest.stream ? 'text/event-stream' : 'application/json',
  ];
  for (const name of FORWARDED) {
    const value = call.request.headers[name];
    if (typeof value === 'string') headers.push(name, value);
  }
  const body = buildUpstreamBody(call.clientRequest, {
    upstreamModel,
    injectUsage: policy === 'inject',
    removeStreamOptions: policy === 'remove',
  });
  return { upstreamModel, request: { url: route.url, method: 'POST', headers, body } };
}

/** The fault of a connection that failed before any answer. The address never reaches the caller. */
export function networkFault(error: Error & { code?: string }): UpstreamFault {
  const code = error.code ?? '';
  const timeout =
    code === 'UND_ERR_HEADERS_TIMEOUT' ||
    code === 'UND_ERR_BODY_TIMEOUT' ||
    code === 'UND_ERR_CONNECT_TIMEOUT';
  return {
    excerpt: code || error.message,
    kind: timeout ? 'timeout' : 'network',
    http: timeout ? 504 : 502,
    retryable: true,
    bannable: false,
    message: '',
    type: 'upstream_error',
    code:
      error instanceof AddressNotAllowed
        ? 'address_not_allowed'
        : timeout
          ? 'upstream_timeout'
          : 'upstream_unreachable',
    param: null,
  };
}

/** The fault of an answer that is an error, or a 200 that holds one. */
export function answerFault(
  status: number,
  headers: UpstreamHeaders,
  body: Uint8Array,
): UpstreamFault {
  const flat = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  return classifyFault({
    status,
    headers: flat,
    bodyExcerpt: new TextDecoder().decode(body.subarray(0, 65_536)),
  });
}
