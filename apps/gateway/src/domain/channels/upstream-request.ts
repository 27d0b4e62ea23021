import { type Dialect, UNBILLABLE_BETAS } from '@tollgate/dialects';
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RuntimeChannel } from './channel-catalog.ts';
import type { ChannelRoute } from './channel-route.ts';
import { type AuthorizationServices, authorizeRequest } from './sign-request.ts';

/** A request to an upstream as sent over the wire. */
export interface UpstreamRequest {
  /** Absolute http(s) URL. */
  url: string;
  method: 'POST' | 'GET';
  /** Alternating names and values: those shared by all requests on this route, and those of this one. */
  sharedHeaders: readonly string[];
  headers: readonly string[];
  body: Uint8Array | undefined;
}

export interface RequestInput {
  readonly url: string;
  readonly body: Uint8Array | undefined;
  /** The client's dialect: its headers are forwarded if the upstream speaks the same. */
  readonly dialect: Dialect;
  readonly clientHeaders: IncomingHttpHeaders;
  /** Whose request it is; without it, no key of a repeated request is sent. */
  readonly userId?: number;
  /** Sent unless the channel sets its own. */
  readonly accept?: string;
  /** The content type of a form, which keeps the client's boundary. */
  readonly contentType?: string | undefined;
  /** Alternating names and values. */
  readonly further?: readonly string[] | undefined;
}

const NONE: readonly string[] = [];
const BETA = 'anthropic-beta';
const IDEMPOTENCY_KEY = 'idempotency-key';

/**
 * The one builder of requests to an upstream's model endpoints: calls, token counts, channel tests and
 * realtime sessions differ only in their input (ADR 37).
 */
export function buildRequest(route: ChannelRoute, input: RequestInput): UpstreamRequest {
  const { url, body, accept, contentType, further } = input;
  const { headers: shared, ownHeaders, host } = route;
  const headers = clientHeadersFor(route, input);
  if (contentType !== undefined) headers.push('accept', '*/*');
  else if (accept !== undefined && !ownHeaders.has('accept')) headers.push('accept', accept);
  if (further) headers.push(...further);
  if (!host && contentType === undefined)
    return { url, method: 'POST', sharedHeaders: shared, headers, body };
  // Headers that are signed, or that a token may replace, must not be shared with other requests.
  const all = [...shared, ...headers];
  if (contentType !== undefined) all[all.indexOf('content-type') + 1] = contentType;
  return { url, method: 'POST', sharedHeaders: NONE, headers: all, body };
}

/**
 * Builds a request, then wraps and authorizes it as the channel's host requires; for requests that may wait.
 * Rejects with AccessTokenRefused.
 */
export async function buildAuthorizedRequest(
  services: AuthorizationServices,
  route: ChannelRoute,
  input: RequestInput,
  wrap = route.host?.wrapBody,
): Promise<UpstreamRequest> {
  const body = input.body && (wrap?.(input.body, { stream: false, betas: '' }) ?? input.body);
  return authorizeRequest(buildRequest(route, { ...input, body }), services, route.host);
}

/** Returns a request's headers by name. */
export function namedHeaders({ sharedHeaders, headers }: UpstreamRequest): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const list of [sharedHeaders, headers])
    for (let at = 0; at < list.length; at += 2) merged[list[at] ?? ''] = list[at + 1] ?? '';
  return merged;
}

/** Returns the headers of requests outside the model endpoints: files, batches, tasks. */
export function accountHeaders(
  { policy }: Pick<RuntimeChannel, 'policy'>,
  auth: Readonly<Record<string, string>> | undefined,
  contentType: string | undefined,
): Record<string, string> {
  return {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...auth,
    ...policy.headers,
  };
}

/** Selects the client headers that mean something to the provider; all others are dropped. */
function clientHeadersFor(
  { dialect: spoken, clientHeaders, ownHeaders }: ChannelRoute,
  { dialect, clientHeaders: clientValues, userId }: RequestInput,
): string[] {
  const headers: string[] = [];
  const agent = clientValues['user-agent'];
  if (agent !== undefined && !ownHeaders.has('user-agent')) headers.push('user-agent', agent);
  for (const [name, otherwise] of clientHeaders) {
    const clientValue = dialect === spoken ? clientValues[name] : undefined;
    const allowed = typeof clientValue === 'string' ? allowedValue(name, clientValue, userId) : '';
    const value = allowed === '' ? otherwise : allowed;
    if (value !== null && !ownHeaders.has(name)) headers.push(name, value);
  }
  return headers;
}

/**
 * Returns what is sent of a client's header; '' for nothing. All callers share the provider's account, which
 * would answer one with what it stored for another of the same key.
 */
function allowedValue(name: string, value: string, userId: number | undefined): string {
  if (name === BETA) return splitBetas(value).kept.join(',');
  if (name !== IDEMPOTENCY_KEY || value === '') return value;
  return userId === undefined ? '' : hash('sha256', `${userId} ${value}`, 'base64url');
}

/**
 * Splits the betas of an `anthropic-beta` header into those that are kept and those whose cost no response
 * reports.
 */
export function splitBetas(header: string): { kept: string[]; dropped: string[] } {
  const betas = header.split(',').map((beta) => beta.trim());
  return {
    kept: betas.filter((beta) => beta !== '' && !UNBILLABLE_BETAS.test(beta)),
    dropped: betas.filter((beta) => UNBILLABLE_BETAS.test(beta)),
  };
}
