import {
  type ClientCall,
  type ModelRuleSet,
  openTranslation,
  readTokenCount,
  renderTokenCount,
  unwrapCountRequest,
} from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { type RouteTransport, routeCall } from '../../domain/channels/channel-route.ts';
import { AccessTokenRefused } from '../../domain/channels/upstream-access-tokens.ts';
import type { Admission } from '../../domain/limits/rate-limiter.ts';
import { authorizeRequest } from '../../domain/channels/sign-request.ts';
import { AppError } from '../../platform/app-error.ts';
import { admitChannels, admitModel } from '../request/admit.ts';
import { clientHeadersFor, placeHeaders } from '../attempt/build-upstream-request.ts';
import { readClientCall } from '../request/read-client-call.ts';
import type { RelayRequest } from '../relay-call.ts';
import { observeOutcome } from '../metrics/relay-metrics.ts';
import type { RelayRoute } from '../request/routes.ts';
import type { UpstreamRequest, UpstreamHttpClient } from '../http1/upstream-http-client.ts';
import type { InferenceServices } from '../inference-services.ts';
import type { Caller } from '../caller.ts';

const ANSWER_BYTES_MAX = 64 * 1024;
/** Counting takes upstreams a moment; who waits longer is served by an estimate. */
const COUNT_MS = 15_000;

/** Tokens of a prompt in the caller's dialect, and whether they are our own estimate. */
export interface TokenCount {
  body: Uint8Array;
  estimated: boolean;
}

/**
 * Counts the tokens of a request: asked of a channel that speaks the caller's dialect and counts,
 * else estimated. Costs nothing. Throws AppError when the key may not call the model.
 */
export async function countTokens(
  services: InferenceServices,
  incoming: RelayRequest,
  route: Extract<RelayRoute, { name: 'count-tokens' }>,
  { holder, credential }: Caller,
): Promise<TokenCount> {
  const { admit, run, domain } = services;
  const isGemini = route.dialect === 'gemini-generate';
  const unwrap = isGemini ? unwrapCountRequest : undefined;
  const client = await readClientCall(services, incoming, route, unwrap);
  const context = admit();
  const { model, promptTokensEstimate } = client.request;
  incoming.model = model;
  admitModel(context, holder, model);
  const tiers = admitChannels(context, holder, model, credential.pinnedChannelId);
  const channels = tiers.flatMap((tier) => tier.channels);
  const counter = findCounter(channels, client, incoming);
  const counted =
    counter &&
    (await withinLimits(domain, { holder, model, requestId: incoming.requestId }, async () => {
      const request = await prove(counter, domain);
      return request && askUpstream(run.upstreamClient, request);
    }));
  const body = renderTokenCount(route.dialect, counted ?? promptTokensEstimate);
  observeOutcome('count-tokens', 'answered');
  return { body, estimated: counted === undefined };
}

/** What costs the caller nothing costs the channel's limits: beyond the caller's own it is not asked. */
async function withinLimits<Result>(
  { limiter }: InferenceServices['domain'],
  { holder, model, requestId }: Pick<Caller, 'holder'> & { model: string; requestId: string },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  let admission: Admission;
  try {
    admission = await limiter.admit(holder, model, requestId);
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

function wrapForCounting(body: Uint8Array, { wrapCount, wrapBody }: RouteTransport): Uint8Array {
  if (wrapCount) return wrapCount(body);
  return wrapBody?.(body, { stream: false, betas: '' }) ?? body;
}

/** A request, and what its host wants besides. */
interface Counter {
  request: UpstreamRequest;
  host: RouteTransport | undefined;
}

/** The request with its proof of who asks; undefined where none is to be had. */
async function prove({ request, host }: Counter, domain: InferenceServices['domain']) {
  try {
    return await authorizeRequest(request, domain, host);
  } catch (error) {
    if (error instanceof AccessTokenRefused) return undefined;
    throw error;
  }
}

/** The request to the first channel that counts in the caller's dialect. */
function findCounter(
  channels: readonly RuntimeChannel[],
  client: ClientCall,
  { request }: RelayRequest,
): Counter | undefined {
  const { dialect } = client;
  const { model } = client.request;
  for (const channel of channels) {
    const route = routeCall(channel, { kind: 'chat', model, dialect });
    if (!route?.countUrl || route.dialect !== dialect) continue;
    const { upstreamModel, host, countUrl: url } = route;
    const plain = renderBody(client, upstreamModel, route.modelRules);
    const body = plain && host ? wrapForCounting(plain, host) : plain;
    const headers = placeHeaders(route, clientHeadersFor({ client, request }, route));
    return { request: { url, method: 'POST', ...headers, body }, host };
  }
  return undefined;
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

/** What the upstream counted; undefined for every kind of trouble. */
function askUpstream(
  upstreams: UpstreamHttpClient,
  request: UpstreamRequest,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
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
        size += chunk.length;
        if (size > ANSWER_BYTES_MAX) call.abort();
        else chunks.push(chunk);
      },
      ended: () => end(good ? readTokenCount(Buffer.concat(chunks)) : undefined),
      failed: () => end(undefined),
    });
    const limit = setTimeout(() => call.abort(), COUNT_MS);
  });
}
