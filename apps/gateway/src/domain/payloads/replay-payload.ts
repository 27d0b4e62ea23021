import type { PayloadReplay } from '@tollgate/contract';
import { classifyFault, openTranslation, readCall, type Translation } from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { createOutbound, type Outbound, type OutboundResponse } from '../../platform/outbound.ts';
import { requestUpstream } from '../channels/request-upstream.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { type ChannelRoute, routeCall } from '../channels/channel-route.ts';
import { faultReason } from '../channels/fault-reason.ts';
import { hideKeyIn } from '../channels/hide-key.ts';
import { AccessTokenRefused } from '../channels/upstream-access-tokens.ts';
import type { Domain } from '../domain.ts';
import { hideCredentials } from './hide-credentials.ts';
import type { Payload } from './payload.ts';
import { findStored, isReplayable, type PayloadReadingContext } from './read-payload.ts';

type ReplayContext = PayloadReadingContext &
  Pick<Domain, 'config' | 'catalog' | 'upstreamAccessTokens'>;

const TIMEOUT_MS = 120_000;
const RESPONSE_BYTES_MAX = 4 * 1024 * 1024;
const EXCERPT_BYTES_MAX = 65_536;
/** Maximum length of the response that is shown. */
const TEXT_LENGTH_MAX = 1024 * 1024;

/** One client per setting of the SSRF guard; it connects with the first request. */
const outbounds = new Map<boolean, Outbound>();

/**
 * Sends a stored call to one channel, without streaming, as a test of that channel: nobody is charged, and
 * neither the log nor the channel's health is affected. Throws AppError payload_not_found,
 * payload_unreadable, payload_not_replayable, payload_channel_unfit or channel_not_found.
 */
export async function replayPayload(
  domain: ReplayContext,
  callId: string,
  channelId: number,
): Promise<PayloadReplay> {
  const { payload } = await findStored(domain, callId);
  const targetChannel = domain.catalog.find(channelId);
  if (!targetChannel) throw new AppError('channel_not_found');
  const [channel = targetChannel] = targetChannel.variants;
  const prepared = prepare(payload, channel, nowSeconds(domain.clock));
  const startedAt = performance.now();
  const response = await sendReplay(domain, prepared);
  const { text, ...tokenCounts } = translateResponse(response, prepared.translation);
  const plain = hideCredentials(hideKeyIn(text, channel), '').text;
  return {
    channel: targetChannel.id,
    channel_name: targetChannel.name,
    model: prepared.route.upstreamModel,
    status: response.status,
    ms: Math.round(performance.now() - startedAt),
    ...tokenCounts,
    text: plain.slice(0, TEXT_LENGTH_MAX),
    cut: plain.length > TEXT_LENGTH_MAX,
  };
}

interface Prepared {
  route: ChannelRoute;
  translation: Translation;
}

/** Translates the call for this channel. */
function prepare(payload: Payload, channel: RuntimeChannel, createdSeconds: number): Prepared {
  const { asked, request } = payload;
  const { dialect, kind, model: requestedModel = '', compacts } = asked;
  if (!isReplayable(payload) || kind === undefined || request === null)
    throw new AppError('payload_not_replayable');
  const bytes = withoutStreaming(request.text);
  const read = readCall({ dialect, kind, bytes, model: requestedModel, stream: false, compacts });
  if (!read.ok) throw new AppError('payload_not_replayable');
  const { model } = read.call.request;
  const route = routeCall(channel, { kind, model, dialect });
  if (!route) throw new AppError('payload_channel_unfit');
  const { rules, newLimitRules, modelRules, overrides, upstreamModel } = route;
  const opened = openTranslation({
    call: read.call,
    to: route.dialect,
    upstreamModel,
    id: 'replay',
    createdSeconds,
    injectUsage: false,
    rules: read.call.request.hasMaxCompletionTokens ? newLimitRules : rules,
    modelRules,
    overrides,
  });
  if (!opened.ok) throw new AppError('payload_channel_unfit');
  return { route, translation: opened.translation };
}

/** Removes streaming: the whole response is compared, so it need not arrive in chunks. */
function withoutStreaming(text: string): Uint8Array {
  try {
    const {
      stream: _stream,
      stream_options: _options,
      ...body
    } = JSON.parse(text) as Record<string, unknown>;
    return Buffer.from(JSON.stringify(body));
  } catch {
    throw new AppError('payload_not_replayable');
  }
}

type ReplayResponse = Pick<OutboundResponse, 'status' | 'headers' | 'text'>;

async function sendReplay(domain: ReplayContext, prepared: Prepared): Promise<ReplayResponse> {
  const allowPrivate = domain.config.ALLOW_PRIVATE_UPSTREAMS;
  const outbound = outbounds.get(allowPrivate) ?? createOutbound(allowPrivate);
  outbounds.set(allowPrivate, outbound);
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: RESPONSE_BYTES_MAX };
  try {
    return await requestUpstream({ domain, outbound }, prepared, limits);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof AccessTokenRefused)
      return { status: error.fault.http, headers: {}, text: error.message };
    return { status: 0, headers: {}, text: faultReason(error) };
  }
}

type ReplayedText = Pick<PayloadReplay, 'text' | 'prompt_tokens' | 'completion_tokens'>;

/** Translates the response to the caller's dialect; one that can't be read stays as received. */
function translateResponse(
  { status, headers, text }: ReplayResponse,
  translation: Translation,
): ReplayedText {
  const noTokens = { prompt_tokens: null, completion_tokens: null };
  if (status === 0 || status >= 300) {
    const bodyExcerpt = text.slice(0, EXCERPT_BYTES_MAX);
    const { excerpt, message } = classifyFault({ status, headers: {}, bodyExcerpt });
    return { ...noTokens, text: status === 0 ? text : excerpt || message };
  }
  const isStream = /event-stream|ndjson/.test(String(headers['content-type']));
  const bytes = Buffer.from(text);
  const read = isStream ? translation.readStreamAsResponse(bytes) : translation.readResponse(bytes);
  if (!read.ok) return { ...noTokens, text };
  return {
    text: Buffer.from(read.body).toString('utf8'),
    prompt_tokens: read.usage?.promptTokens ?? null,
    completion_tokens: read.usage?.completionTokens ?? null,
  };
}
