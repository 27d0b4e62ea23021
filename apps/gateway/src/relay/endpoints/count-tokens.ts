import {
  type ClientCall,
  type ModelRuleSet,
  openTranslation,
  readTokenCount,
  renderTokenCount,
  unwrapCountRequest,
} from '@tollgate/dialects';
import { ChunkList } from '../../platform/chunk-list.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { type ChannelRoute, routeCall } from '../../domain/channels/channel-route.ts';
import { AccessTokenRefused } from '../../domain/channels/upstream-access-tokens.ts';
import type { Admission } from '../../domain/limits/rate-limiter.ts';
import {
  buildAuthorizedRequest,
  type UpstreamRequest,
} from '../../domain/channels/upstream-request.ts';
import { AppError } from '../../platform/app-error.ts';
import { admitChannels, admitModel } from '../request/admit.ts';
import { readClientCall } from '../request/read-client-call.ts';
import type { RelayRequest } from '../relay-call.ts';
import { findNamedState } from '../routing/stored-owners.ts';
import { observeOutcome } from '../metrics/relay-metrics.ts';
import type { RelayRoute } from '../request/routes.ts';
import type { UpstreamHttpClient } from '../http1/upstream-http-client.ts';
import type { InferenceContext } from '../inference-context.ts';
import type { Caller } from '../caller.ts';

const RESPONSE_BYTES_MAX = 64 * 1024;
/** Timeout for an upstream's count, in milliseconds; after that the caller gets an estimate. */
const COUNT_TIMEOUT_MS = 15_000;

/** Tokens of a prompt in the caller's dialect, and whether they are our own estimate. */
export interface TokenCount {
  body: Uint8Array;
  estimated: boolean;
}

/**
 * Counts the tokens of a request with a channel that speaks the caller's dialect and can count; otherwise, and
 * if it names something of another user, estimates. Free of charge. Throws AppError when the key may not call the model.
 */
export async function countTokens(
  services: InferenceContext,
  incoming: RelayRequest,
  route: Extract<RelayRoute, { name: 'count-tokens' }>,
  caller: Caller,
): Promise<TokenCount> {
  const { admit, run, domain } = services;
  const isGemini = route.dialect === 'gemini-generate';
  const unwrap = isGemini ? unwrapCountRequest : undefined;
  const client = await readClientCall(services, incoming, route, unwrap);
  const { holder, credential } = caller;
  const context = admit();
  const { model, promptTokensEstimate } = client.request;
  incoming.model = model;
  admitModel(context, holder, model);
  const tiers = admitChannels(context, holder, model, credential.pinnedChannelId);
  const channels = tiers.flatMap((tier) => tier.channels);
  const { foreign } = await findNamedState(run.owners, holder.userId, client.request.named ?? []);
  const counter = foreign ? undefined : findCounter(channels, client);
  const counted =
    counter &&
    (await withinLimits(domain, { holder, model, callId: incoming.callId }, async () => {
      const request = await buildCountRequest(domain, counter, client, incoming);
      return request && fetchCount(run.upstreamClient, request);
    }));
  const body = renderTokenCount(route.dialect, counted ?? promptTokensEstimate);
  observeOutcome('count-tokens', 'answered');
  return { body, estimated: counted === undefined };
}

/**
 * Runs a count within the caller's rate limits: a count is free but uses the channel's limits, so beyond the
 * caller's own no channel is called.
 */
async function withinLimits<Result>(
  { limiter }: InferenceContext['domain'],
  { holder, model, callId }: Pick<Caller, 'holder'> & { model: string; callId: string },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  let admission: Admission;
  try {
    admission = await limiter.admit(holder, model, callId);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
  try {
    return await work();
  } finally {
    admission.release({ tokens: 0, quota: 0 });
  }
}

/** Returns the route of the first channel that counts in the caller's dialect. */
function findCounter(
  channels: readonly RuntimeChannel[],
  { dialect, request: { model } }: ClientCall,
): ChannelRoute | undefined {
  for (const channel of channels) {
    const route = routeCall(channel, { kind: 'chat', model, dialect });
    if (route?.countUrl !== undefined && route.dialect === dialect) return route;
  }
  return undefined;
}

/** Builds the request for a count; undefined if no access token is available. */
async function buildCountRequest(
  domain: InferenceContext['domain'],
  route: ChannelRoute,
  client: ClientCall,
  { request: { headers: clientHeaders } }: RelayRequest,
): Promise<UpstreamRequest | undefined> {
  const { countUrl: url = '', upstreamModel, modelRules, host } = route;
  const body = renderBody(client, upstreamModel, modelRules);
  const input = { url, body, dialect: client.dialect, clientHeaders };
  try {
    return await buildAuthorizedRequest(domain, route, input, host?.wrapCount ?? host?.wrapBody);
  } catch (error) {
    if (error instanceof AccessTokenRefused) return undefined;
    throw error;
  }
}

function renderBody(
  call: ClientCall,
  upstreamModel: string,
  modelRules: ModelRuleSet | undefined,
): Uint8Array | undefined {
  const opened = openTranslation({
    call,
    modelRules,
    to: call.dialect,
    upstreamModel,
    id: '',
    createdSeconds: 0,
    injectUsage: false,
    isForeignSignature: () => false,
  });
  return opened.ok ? opened.translation.body : undefined;
}

/** Returns the upstream's count; undefined on any failure. */
function fetchCount(
  upstreams: UpstreamHttpClient,
  request: UpstreamRequest,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const chunks = new ChunkList();
    let good = false;
    const end = (tokens: number | undefined) => {
      clearTimeout(limit);
      resolve(tokens);
    };
    const call = upstreams.send(request, {
      started: (status) => {
        good = status < 300;
      },
      data(chunk) {
        if (chunks.bytes + chunk.length > RESPONSE_BYTES_MAX) call.abort();
        else chunks.push(chunk);
      },
      ended: () => end(good ? readTokenCount(chunks.take()) : undefined),
      failed: () => end(undefined),
    });
    const limit = setTimeout(() => call.abort(), COUNT_TIMEOUT_MS);
  });
}
