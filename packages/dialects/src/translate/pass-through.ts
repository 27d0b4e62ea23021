import { EVENT_BYTES_MAX } from '../sse/event-limits.ts';
import { openResponseMembers } from '../openai-chat/response-members.ts';
import type { JsonObject } from '../json/json-object.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord } from '../json/parse-json.ts';
import type { ConversionWarning } from '../ir/conversion-warnings.ts';
import { member } from '../gemini-generate/member.ts';
import { firstCandidate } from '../gemini-generate/parse-response.ts';
import {
  detectErrorBody,
  estimateCompletionTokens,
  hasVisibleThoughts,
  readUsage,
} from '../openai-chat/response.ts';
import { createStreamReader } from '../openai-chat/stream.ts';
import { buildUpstreamBody } from '../openai-chat/upstream-body.ts';
import { putLimit } from '../limits/put-limit.ts';
import { requestedLimits, readSentLimits } from '../limits/sent-limits.ts';
import { createdBy, CreatedIds } from '../state/created-ids.ts';
import { CODECS } from './codec.ts';
import type { Translation, TranslationOptions } from './translation.ts';
import { PassingStream } from './passing-stream.ts';
import type { ResponseStream } from './response-stream.ts';
import { renderContextOf } from './render-context-of.ts';
import { readStreamedResponse } from './streamed-response.ts';
import {
  estimateResponseTokens,
  hasThoughts,
  readWholeResponse,
  renderAsStream,
  type WholeResponseResult,
} from './whole-response.ts';

/** What was dropped from the bytes before they pass through. */
export interface PassThroughWarnings {
  readonly warnings?: readonly ConversionWarning[];
}

/** Opens a call whose client and upstream use the same dialect: bytes pass through, and are only read. */
export function openPassThrough(options: TranslationOptions & PassThroughWarnings): Translation {
  const dialect = options.call.dialect;
  const { body, sentLimits } = buildBody(options);
  return {
    from: dialect,
    to: dialect,
    passesThrough: true,
    body,
    sentLimits,
    warnings: options.warnings ?? [],
    readResponse: (bytes) =>
      dialect === 'openai-chat' ? readChatResponse(bytes) : readOtherResponse(options, bytes),
    readResponseAsStream: (bytes) => readAsStream(options, bytes),
    readStreamAsResponse: (bytes) => readAsWhole(options, bytes),
    openStream: () => openStream(options),
  };
}

/** Builds the body to send, with a limit if the client set none and the balance requires one. */
function buildBody(options: TranslationOptions): Pick<Translation, 'body' | 'sentLimits'> {
  const { call } = options;
  const { request, dialect } = call;
  const requested = requestedLimits(request);
  const body = passBody(options);
  const { outputLimit: limit, upstreamModel: model } = options;
  if (limit === undefined || requested.outputTokens !== undefined || call.request.compacts)
    return { body, sentLimits: requested };
  const limited = putLimit(body, dialect, { model, limit });
  return { body: limited, sentLimits: readSentLimits(dialect, limited, request) };
}

/** Returns the client's own bytes; only the model's name in the body changes. */
function passBody(options: TranslationOptions): Uint8Array {
  const { call, upstreamModel, injectUsage, removeStreamOptions } = options;
  const { request } = call;
  if (call.dialect === 'gemini-generate') return request.bytes;
  if (call.dialect !== 'openai-chat') {
    return buildUpstreamBody(request, { upstreamModel, injectUsage: false });
  }
  return buildUpstreamBody(request, {
    upstreamModel,
    injectUsage,
    removeStreamOptions,
  });
}

function readChatResponse(bytes: Uint8Array): WholeResponseResult {
  const response = openResponseMembers(bytes);
  const fault = detectErrorBody(bytes, response);
  if (fault) return { ok: false, fault };
  const usage = readUsage(bytes, response);
  return {
    ok: true,
    body: bytes,
    usage,
    // Not a getter, with which every object literal would get a hidden class of its own.
    estimateTokens: () => estimateCompletionTokens(bytes, response),
    hasThoughts: () => hasVisibleThoughts(response),
  };
}

function readOtherResponse(options: TranslationOptions, bytes: Uint8Array): WholeResponseResult {
  const read = readWholeResponse(CODECS[options.call.dialect], bytes, options.id);
  if (!read.ok) return read;
  return {
    ok: true,
    body: bytes,
    usage: read.response.usage,
    estimateTokens: () => estimateResponseTokens(read.response),
    hasThoughts: () => hasThoughts(read.response),
    ...(options.call.dialect === 'openai-responses'
      ? { findCreated: () => createdBy('openai-responses', bytes) }
      : {}),
  };
}

/** Rewritten, as the upstream did not stream. */
function readAsStream(options: TranslationOptions, bytes: Uint8Array): WholeResponseResult {
  const { call } = options;
  const codec = CODECS[call.dialect];
  const context = renderContextOf(options);
  const read = readWholeResponse(codec, bytes, context.id);
  return read.ok ? renderAsStream(read.response, codec.renderStream(context)) : read;
}

/** Rewritten, as the upstream streamed to a client that did not request it. */
function readAsWhole(options: TranslationOptions, bytes: Uint8Array): WholeResponseResult {
  const codec = CODECS[options.call.dialect];
  const context = renderContextOf(options);
  const read = readStreamedResponse(codec, bytes, context.id);
  if (!read.ok) return read;
  const { response } = read;
  return {
    ok: true,
    body: encodeText(JSON.stringify(codec.renderResponse(response, context))),
    usage: response.usage,
    isUsageEarly: response.isUsageEarly === true,
    estimateTokens: () => estimateResponseTokens(response),
    hasThoughts: () => hasThoughts(response),
  };
}

function openStream(options: TranslationOptions): ResponseStream {
  const { call } = options;
  const to = call.dialect;
  const maxEventBytes = options.maxEventBytes ?? EVENT_BYTES_MAX;
  if (to === 'openai-chat') {
    const hideUsageChunk = !call.request.includeUsage;
    return createStreamReader({ hideUsageChunk, limits: { maxEventBytes } });
  }
  return new PassingStream({
    openReader: (emit) => CODECS[to].readStream(emit, options.id),
    ...ENDS[to],
    maxEventBytes,
    created: to === 'openai-responses' ? new CreatedIds(to) : undefined,
  });
}

/** How each dialect's stream ends: which events wait for settlement, and what is added if missing. */
const ENDS = {
  'anthropic-messages': {
    isLast: (event: JsonObject) => event.type === 'message_stop',
    ending: 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  },
  'openai-responses': {
    isLast: (event: JsonObject) =>
      event.type === 'response.completed' || event.type === 'response.incomplete',
    ending: '',
  },
  'gemini-generate': {
    isLast: (event: JsonObject) => {
      const candidate = firstCandidate(event);
      if (!candidate) return isRecord(member(event, 'promptFeedback'));
      return typeof member(candidate, 'finishReason') === 'string';
    },
    ending: '',
  },
} as const;
