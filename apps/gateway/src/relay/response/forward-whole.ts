import type { Translation } from '@tollgate/dialects';
import { asBuffer } from '../../platform/as-buffer.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { createKeyHider } from '../../domain/channels/hide-key.ts';
import { AppError } from '../../platform/app-error.ts';
import { SMALL_BYTES } from '../../platform/byte-budget.ts';
import { callerHeaders, streamHeaders } from './caller-headers.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import { findExcess } from './check-response-limits.ts';
import { chargedUsage } from '../billing/charged-usage.ts';
import { safeContentType, JSON_TYPE, jsonContentType } from './safe-content-type.ts';
import type { RelayCall } from '../relay-call.ts';
import type { UpstreamHeaders } from '../http1/upstream-http-client.ts';
import { toCallerError, writeCallerError } from '../errors/caller-error.ts';
import { endOversized } from './oversized-response.ts';
import { endWithBody } from './write-response.ts';
import { settleCall, type SettleContext } from '../billing/settle-call.ts';
import { responseFault, responseTooComplex } from '../errors/upstream-faults.ts';

export interface WholeResponse {
  status: number;
  headers: UpstreamHeaders;
  /** Whether the body is a complete stream. */
  isStream: boolean;
  body: Buffer;
  channel: RuntimeChannel;
  upstreamModel: string;
  translation: Translation;
}

/**
 * Handles a complete upstream response: a fault, or usage to charge and bytes to forward, unchanged if both
 * sides use the same dialect. The charge is durable before the first byte is sent.
 */
export async function forwardWhole(
  context: SettleContext,
  call: RelayCall,
  response: WholeResponse,
): Promise<AttemptResult> {
  const { status, headers, body, channel, upstreamModel, translation } = response;
  if (status >= 300) return { kind: 'fault', fault: responseFault(status, headers.all(), body) };
  // A response that would block the event loop counts as invalid.
  const excess = body.length > SMALL_BYTES ? await findExcess(response) : undefined;
  const fault = responseTooComplex;
  // Unlike the others, depth does not depend on the request, so it is the upstream's fault.
  if (excess === 'depth') return { kind: 'fault', fault };
  if (excess)
    return endOversized(context, call, { ...response, receivedBytes: body.length, fault });
  const read = readBody(call, response);
  if (!read.ok) return { kind: 'fault', fault: read.fault };

  const charged = chargedUsage(call, {
    usage: read.usage,
    isFinal: read.isUsageEarly !== true,
    deliveredTokens: () => Math.min(read.estimateTokens(), call.cover.tokens),
    hasThoughts: read.hasThoughts,
    media: read.media,
    sent: translation,
    upstreamModel,
  });
  const stopped = call.words?.stops === true && call.words.hit;
  const end = call.clientDisconnected ? 'client_gone' : stopped ? 'sensitive_words' : 'complete';
  await settleCall(context, call, {
    channel,
    upstreamModel,
    translation,
    usage: charged.usage,
    estimated: charged.estimated,
    media: charged.media,
    claim: charged.claim,
    billed: read.billed,
    created: read.findCreated?.(),
    end,
    // Nobody is left to be told that the call was not charged.
    delivered: call.clientDisconnected,
    disconnectPolicy: call.clientDisconnected ? 'drain' : undefined,
    drained: call.clientDisconnected ? 'whole' : undefined,
  });
  if (call.clientDisconnected) return { kind: 'client-gone', settled: true };
  if (stopped) {
    const error = toCallerError(new AppError('relay_sensitive_answer'), call.language);
    writeCallerError(call.response, error, call);
    return { kind: 'answered' };
  }
  call.remember?.(translation, read.body);
  const responseHeaders = callerHeaders(call, translation);
  if (isChatStream(call)) return endAsStream(call, responseHeaders, read.body);
  const contentType = contentTypeOf(call, response);
  responseHeaders.push('content-type', contentType);
  const hasUrls = call.client.media !== undefined && contentType.includes('json');
  const sent = hasUrls ? withoutKey(read.body, channel) : read.body;
  endWithBody(call.response, status, responseHeaders, sent);
  return { kind: 'answered' };
}

/** Some services of images and audio put the key that they were called with into the URLs of their results. */
function withoutKey(body: Uint8Array, channel: RuntimeChannel): Buffer {
  return createKeyHider(channel)(asBuffer(body));
}

/**
 * Returns the content type. Only media have formats other than JSON: they keep the upstream's type if it is
 * harmless.
 */
function contentTypeOf(
  { client }: RelayCall,
  { translation, isStream, headers: { contentType } }: WholeResponse,
): string {
  if (!translation.passesThrough || isStream) return translation.responseType ?? JSON_TYPE;
  if (!client.media) return jsonContentType(contentType);
  return contentType === undefined ? JSON_TYPE : safeContentType(contentType);
}

/** Returns the response as the client asked for it, streamed or not, whatever the upstream did. */
function readBody(call: RelayCall, { translation, isStream, body }: WholeResponse) {
  if (isStream) return translation.readStreamAsResponse(body);
  return isChatStream(call)
    ? translation.readResponseAsStream(body)
    : translation.readResponse(body);
}

function isChatStream({ kind, clientRequest }: RelayCall): boolean {
  return kind === 'chat' && clientRequest.stream;
}

/** Builds a complete stream from an upstream response that was not streamed. */
function endAsStream(
  { response, arrayFrame }: RelayCall,
  headers: string[],
  body: Uint8Array,
): AttemptResult {
  headers.push(...streamHeaders(arrayFrame !== undefined));
  const framed = arrayFrame ? Buffer.concat([arrayFrame.take(body), arrayFrame.end()]) : body;
  endWithBody(response, 200, headers, framed);
  return { kind: 'answered' };
}
