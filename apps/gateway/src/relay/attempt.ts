import {
  buildUpstreamBody,
  classifyFault,
  findStreamOptionsPolicy,
  findUpstreamDialect,
  type UpstreamFault,
} from '@tollgate/dialects';
import type { RuntimeChannel } from '../domain/channel-catalog.ts';
import { AddressNotAllowed } from '../platform/address-guard.ts';
import type { RelayCall } from './relay-call.ts';
import type { UpstreamRequest } from './send.ts';

/** What one try at a channel came to: the answer is on its way or done, or nothing was sent yet. */
export type AttemptResult = { kind: 'answered' } | { kind: 'fault'; fault: UpstreamFault } | { kind: 'client-gone' };

/** Client headers that mean something to the provider; everything else stays here. */
const FORWARDED = [
  'openai-beta',
  'idempotency-key',
  'user-agent',
  'x-stainless-lang',
  'x-stainless-package-version',
] as const;

/** The upstream request of a call for a channel. Throws when the channel can't take this kind of call. */
export function buildUpstreamRequest(
  call: RelayCall,
  channel: RuntimeChannel,
): { request: UpstreamRequest; upstreamModel: string } | undefined {
  const { provider } = channel;
  const path =
    provider && findUpstreamDialect(provider, channel.key) === 'openai-chat'
      ? provider.endpoints[call.kind]
      : undefined;
  if (!provider || !path) return undefined;
  const upstreamModel = channel.modelMapping.get(call.clientRequest.model) ?? call.clientRequest.model;
  const policy = findStreamOptionsPolicy(provider, channel);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: call.clientRequest.stream ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    ...provider.auth(channel.key, channel),
  };
  for (const name of FORWARDED) {
    const value = call.request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return {
    upstreamModel,
    request: {
      url: path(channel.baseUrl, { model: upstreamModel, other: channel.other }),
      method: 'POST',
      headers,
      body: buildUpstreamBody(call.clientRequest, {
        upstreamModel,
        injectUsage: policy === 'inject',
        removeStreamOptions: policy === 'remove',
      }),
    },
  };
}

/** The fault of a connection that failed before any answer. The address never reaches the caller. */
export function networkFault(error: Error & { code?: string }): UpstreamFault {
  const code = error.code ?? '';
  const timeout =
    code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT';
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
  headers: Record<string, string | string[] | undefined>,
  body: Uint8Array,
): UpstreamFault {
  const flat = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  return classifyFault({ status, headers: flat, bodyExcerpt: new TextDecoder().decode(body.subarray(0, 65_536)) });
}
