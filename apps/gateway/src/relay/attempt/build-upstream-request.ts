import {
  type ClientRequest,
  type FetchedMedia,
  type JobTransport,
  dropsThinkingForTools,
  openTranslation,
  type OpenTranslationResult,
  type SocketTransport,
  type StreamFraming,
  type AccessTokenProvider,
  type Translation,
  type UpstreamFault,
} from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import {
  type ChannelRoute,
  routeByResponses,
  type RouteTransport,
  routeCall,
} from '../../domain/channels/channel-route.ts';
import {
  buildRequest,
  splitBetas,
  type UpstreamRequest,
} from '../../domain/channels/upstream-request.ts';
import { signRequest } from '../../domain/channels/sign-request.ts';
import { supportsCompaction } from '../routing/compaction-support.ts';
import { type RelayCall, routedModelOf } from '../relay-call.ts';
import { REWRITTEN_BYTES_MAX } from './rewritten-bytes.ts';
import { traceHeaders } from './trace-headers.ts';
import { requestRefusal, unsupported, toolNotPriced } from '../errors/upstream-faults.ts';
import { SensitiveWordMasker } from '../content-filter/sensitive-word-masker.ts';

export interface BuiltRequest {
  request: UpstreamRequest;
  upstreamModel: string;
  translation: Translation;
  /** The request needs an access token first. */
  token?: TokenNeed;
  /** Media named by URL must be fetched first. */
  media?: MediaNeed;
  /** How a stream is framed, if not as server-sent events. */
  framing?: StreamFraming;
  /** Sent over a WebSocket. */
  socket?: SocketTransport;
  /** The request only starts a job. */
  job?: JobTransport;
}

export interface MediaNeed {
  urls: readonly string[];
  /** Completes the request with the fetched media. */
  finish: (fetched: ReadonlyMap<string, FetchedMedia>) => BuiltRequest;
}

export interface TokenNeed {
  buyer: AccessTokenProvider;
  owner: string;
}

/**
 * Builds the upstream request of a call for a channel, or returns the reason why the channel can't serve the
 * call.
 */
export function buildUpstreamRequest(
  call: RelayCall,
  channel: RuntimeChannel,
  nowMs: number,
): BuiltRequest | { fault: UpstreamFault } {
  const { client, clientRequest } = call;
  const routed = { kind: call.kind, model: routedModelOf(call), dialect: client.dialect };
  const plain = routeCall(channel, routed);
  if (!plain) return { fault: unsupported };
  if (call.unpricedTool !== undefined && plain.dialect === client.dialect)
    return { fault: toolNotPriced(call, call.unpricedTool) };
  if (isRewritten(call, plain) && clientRequest.bytes.length > REWRITTEN_BYTES_MAX)
    return { fault: { ...requestRefusal(call, TOO_LARGE_TO_REWRITE), http: 413 } };
  const first = translateFor(call, channel, plain, nowMs);
  if (!first.ok) return { fault: requestRefusal(call, first.fault) };
  const loses = dropsThinkingForTools(first.translation.warnings);
  const detour = loses ? routeByResponses(channel, routed) : undefined;
  const second = detour && translateFor(call, channel, detour, nowMs);
  return detour && second?.ok
    ? buildFor(call, channel, { route: detour, translated: second.translation, nowMs })
    : buildFor(call, channel, { route: plain, translated: first.translation, nowMs });
}

/** Set if the upstream compacts conversations itself, for calls that ask for it. */
function compactUrlOf(
  { clientRequest }: RelayCall,
  channel: RuntimeChannel,
  { compactUrl }: ChannelRoute,
): string | undefined {
  return clientRequest.compacts && supportsCompaction(channel) ? compactUrl : undefined;
}

function translateFor(
  call: RelayCall,
  channel: RuntimeChannel,
  route: ChannelRoute,
  nowMs: number,
): OpenTranslationResult {
  const { client, clientRequest, words } = call;
  const { upstreamModel, policy } = route;
  return openTranslation({
    call: client,
    to: route.dialect,
    upstreamModel,
    id: call.callId,
    callerId: call.holder.userId,
    createdSeconds: Math.floor(nowMs / 1000),
    nowSeconds: secondsFrom(nowMs),
    injectUsage: policy === 'inject',
    removeStreamOptions: policy === 'remove',
    ignoreUsage: route.ignoresUsage,
    compactsItself: compactUrlOf(call, channel, route) !== undefined,
    searchUsesMax: searchUsesMax(call, channel, route),
    metersUse: call.surcharges !== undefined || mayLeaveAudio(clientRequest),
    rules: clientRequest.hasMaxCompletionTokens ? route.newLimitRules : route.rules,
    modelRules: route.modelRules,
    overrides: route.overrides,
    namedMembers: route.namedMembers,
    outputLimit: call.cover.limit,
    keepSignature: call.history?.keep,
    recallSignature: call.history?.recall,
    isForeignSignature: call.history?.foreignFor(channel.id, route.dialect),
    openEditor: words && (() => new SensitiveWordMasker(words)),
  });
}

/** Audio of a chat stays at the provider for an hour, to be named by later turns. */
function mayLeaveAudio({ kind, marks }: ClientRequest): boolean {
  return kind === 'chat' && marks?.audio === true;
}

interface Translated {
  route: ChannelRoute;
  translated: Translation;
  nowMs: number;
}

function buildFor(
  call: RelayCall,
  channel: RuntimeChannel,
  { route, translated, nowMs }: Translated,
): BuiltRequest {
  const { upstreamModel, host } = route;
  const translation = withoutBetas(translated, call);
  const { stream } = call.clientRequest;
  const streamType = host?.framing?.contentType ?? 'text/event-stream';
  const request = buildRequest(route, {
    url: compactUrlOf(call, channel, route) ?? (stream ? route.streamUrl : route.url),
    body: translation.body,
    dialect: call.client.dialect,
    clientHeaders: call.request.headers,
    userId: call.holder.userId,
    accept: stream ? streamType : 'application/json',
    contentType: translation.contentType,
    further: channel.policy.passesTrace ? traceHeaders(call) : undefined,
  });
  const built = { upstreamModel, translation, request };
  return host ? prepareForHost(built, host, { call, nowMs }) : built;
}

/** The most searches that are covered on an upstream of another dialect; AWS runs none for Claude. */
function searchUsesMax(
  { surcharges }: RelayCall,
  { provider }: RuntimeChannel,
  { dialect }: ChannelRoute,
): number | undefined {
  if (!surcharges || provider?.name === 'aws-claude') return undefined;
  return surcharges.tools.find(({ upstreamFormat }) => upstreamFormat === dialect)?.most;
}

/** Returns a function that gives the seconds elapsed since a time. */
function secondsFrom(nowMs: number): () => number {
  const startedAt = performance.now();
  return () => Math.floor((nowMs + performance.now() - startedAt) / 1000);
}

const TOO_LARGE_TO_REWRITE = {
  message: `A request body of more than ${REWRITTEN_BYTES_MAX} bytes can't be translated for this model's provider.`,
  param: null,
  code: 'request_too_large',
  type: 'invalid_request_error',
};

/** Whether a channel needs the body parsed as a whole. */
function isRewritten({ client }: RelayCall, route: ChannelRoute): boolean {
  const { dialect, rules, overrides, namedMembers } = route;
  return client.dialect !== dialect || [rules, overrides, namedMembers].some(Boolean);
}

/** Prepares the request once all media are fetched that the call names by URL and the host does not fetch. */
function prepareForHost(
  built: BuiltRequest,
  host: RouteTransport,
  time: { call: RelayCall; nowMs: number },
): BuiltRequest {
  const { remoteSources } = host;
  const plain = built.translation.body;
  const urls = remoteSources?.list(plain) ?? [];
  if (!remoteSources || urls.length === 0) return fitToHost(built, host, time);
  const finish: MediaNeed['finish'] = (fetched) => {
    const translation = { ...built.translation, body: remoteSources.inline(plain, fetched) };
    return fitToHost({ ...built, translation }, host, time);
  };
  return { ...built, media: { urls, finish } };
}

/** Adapts the request to what the model's host expects; its access token may still be missing. */
function fitToHost(
  built: BuiltRequest,
  { credential, wrapBody, framing, socket, job, tokenOwner }: RouteTransport,
  { call, nowMs }: { call: RelayCall; nowMs: number },
): BuiltRequest {
  const { request, translation } = built;
  const { stream } = call.clientRequest;
  const betaHeader =
    call.client.dialect === translation.to && call.request.headers['anthropic-beta'];
  const betas = typeof betaHeader === 'string' ? splitBetas(betaHeader).kept.join(',') : '';
  const body = wrapBody?.(translation.body, { stream, betas }) ?? translation.body;
  const wrapped = { ...request, body };
  return {
    ...built,
    request: credential?.kind === 'signed' ? signRequest(wrapped, credential, nowMs) : wrapped,
    ...(credential?.kind === 'token' ? { token: { buyer: credential, owner: tokenOwner } } : {}),
    ...(stream && framing ? { framing } : {}),
    ...(socket ? { socket } : {}),
    ...(job ? { job } : {}),
  };
}

const BETA = 'anthropic-beta';

/** Adds a warning to the response about betas that are not forwarded. */
function withoutBetas(translation: Translation, { client, request }: RelayCall): Translation {
  const betaHeader = client.dialect === translation.to ? request.headers[BETA] : undefined;
  if (typeof betaHeader !== 'string') return translation;
  const { dropped } = splitBetas(betaHeader);
  if (dropped.length === 0) return translation;
  const droppedFeatures = dropped.map((beta) => ({
    feature: 'unknown' as const,
    kind: 'dropped' as const,
    detail: `${BETA}: ${beta}`,
  }));
  return { ...translation, warnings: [...translation.warnings, ...droppedFeatures] };
}
