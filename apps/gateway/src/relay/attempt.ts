import {
  classifyFault,
  openTranslation,
  type RequestFault,
  type Translation,
  type UpstreamFault,
} from '@tollgate/dialects';
import type { RuntimeChannel } from '../domain/channel-catalog.ts';
import { type ChannelRoute, routeCall } from '../domain/channel-route.ts';
import { AddressNotAllowed } from '../platform/address-guard.ts';
import type { RelayCall } from './relay-call.ts';
import type { UpstreamHeaders, UpstreamRequest } from './send.ts';
import { WordEditor } from './word-filter/word-editor.ts';

/** What one try at a channel came to: the answer is on its way or done, or nothing was sent yet. */
export type AttemptResult =
  | { kind: 'answered'; /** A stream that broke after it had begun. */ broke?: UpstreamFault }
  | {
      kind: 'fault';
      fault: UpstreamFault;
      /** The channel was never asked: it can't take this call, but one of another dialect may. */
      unsent?: true;
    }
  | { kind: 'client-gone'; /** There is a row in the log already. */ settled?: true };

export interface BuiltRequest {
  request: UpstreamRequest;
  upstreamModel: string;
  translation: Translation;
}

/** The upstream request of a call for a channel, or why the channel can't take it. */
export function buildUpstreamRequest(
  call: RelayCall,
  channel: RuntimeChannel,
  nowMs: number,
): BuiltRequest | { fault: UpstreamFault } {
  const { client, clientRequest, words } = call;
  const route = routeCall(channel, {
    kind: call.kind,
    model: clientRequest.model,
    dialect: client.dialect,
  });
  if (!route) return { fault: unsupported };
  const { upstreamModel, policy } = route;
  const opened = openTranslation({
    call: client,
    to: route.dialect,
    upstreamModel,
    id: call.requestId,
    createdSeconds: Math.floor(nowMs / 1000),
    injectUsage: policy === 'inject',
    removeStreamOptions: policy === 'remove',
    ...(route.overrides ? { overrides: route.overrides } : {}),
    ...(words ? { openEditor: () => new WordEditor(words) } : {}),
  });
  if (!opened.ok) return { fault: refusal(opened.fault) };
  const { translation } = opened;
  const { stream } = clientRequest;
  const headers = upstreamHeaders(call, route);
  const { contentType } = translation;
  if (contentType !== undefined) setContentType(headers, contentType);
  else if (!route.ownHeaders.has('accept'))
    headers.push('accept', stream ? 'text/event-stream' : 'application/json');
  const url = stream ? route.streamUrl : route.url;
  const request: UpstreamRequest = { url, method: 'POST', headers, body: translation.body };
  return { upstreamModel, translation, request };
}

/** Forms keep the boundary that the client wrote; their answers are of any type. */
function setContentType(headers: string[], contentType: string): void {
  headers[headers.indexOf('content-type') + 1] = contentType;
  headers.push('accept', '*/*');
}

/** The channel's headers and those of the client that mean something to the provider; the others stay here. */
export function upstreamHeaders(
  { client, request }: Pick<RelayCall, 'client' | 'request'>,
  route: ChannelRoute,
): string[] {
  const headers = [...route.headers];
  const agent = request.headers['user-agent'];
  if (agent !== undefined && !route.ownHeaders.has('user-agent')) headers.push('user-agent', agent);
  for (const [name, otherwise] of route.clientHeaders) {
    const sent = client.dialect === route.dialect ? request.headers[name] : undefined;
    const value = typeof sent === 'string' ? sent : otherwise;
    if (value !== null && !route.ownHeaders.has(name)) headers.push(name, value);
  }
  return headers;
}

/** What a target's dialect can't carry and the client must have: another dialect may. */
function refusal({ message, param, code, type }: RequestFault): UpstreamFault {
  return {
    kind: 'invalid-request',
    http: 400,
    retryable: true,
    bannable: false,
    message,
    excerpt: message,
    type,
    code,
    param,
  };
}

/** The fault of a channel whose provider has no place for such calls. */
export const unsupported: UpstreamFault = {
  kind: 'invalid-request',
  http: 501,
  retryable: true,
  bannable: false,
  message: '',
  excerpt: 'this channel type does not speak the dialect yet',
  type: 'invalid_request_error',
  code: 'dialect_not_supported',
  param: null,
};

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
