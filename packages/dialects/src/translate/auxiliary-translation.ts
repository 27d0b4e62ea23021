import { isEmbeddingFormat, openEmbeddings } from '../embeddings/open-embeddings.ts';
import { NO_OUTPUT } from '../limits/sent-limits.ts';
import { buildUpstreamBody } from '../openai-chat/upstream-body.ts';
import type { Usage } from '../ir/usage.ts';
import {
  openRerank,
  readRerankResponse,
  type RerankResponseResult,
} from '../rerank/open-rerank.ts';
import { isConvertedRerank } from '../rerank/rerank-call.ts';
import type { OpenTranslationResult, Translation, TranslationOptions } from './translation.ts';
import { wholeResponseOnly } from './whole-response-only.ts';
import { noTokens, type WholeResponseResult } from './whole-response.ts';

/** Opens a call other than chat for an upstream with a format of its own. Never throws. */
export function openAuxiliaryTranslation(options: TranslationOptions): OpenTranslationResult {
  return options.call.request.kind === 'rerank' ? openReranking(options) : openEmbedding(options);
}

function openEmbedding(options: TranslationOptions): OpenTranslationResult {
  const { call, to, upstreamModel } = options;
  const { bytes, model } = call.request;
  call.forgetBody();
  const opened = openEmbeddings({
    from: call.dialect === 'gemini-generate' ? 'gemini' : 'openai',
    to: isEmbeddingFormat(to) ? to : 'openai-chat',
    bytes,
    model,
    upstreamModel,
  });
  if (!opened.ok) return opened;
  const readResponse = (response: Uint8Array): WholeResponseResult => {
    const read = opened.readResponse(response);
    if (!read.ok) return read;
    const { body, promptTokens } = read;
    const usage = promptTokens === undefined ? undefined : promptUsage(promptTokens);
    return { ok: true, body, usage, estimateTokens: noTokens };
  };
  return { ok: true, translation: wholeOnly(options, opened.body, readResponse) };
}

/** Clients use Jina's format, so for Jina the call passes through unchanged. */
function openReranking(options: TranslationOptions): OpenTranslationResult {
  const { call, to, upstreamModel, id } = options;
  const { request } = call;
  call.forgetBody();
  if (!isConvertedRerank(to)) {
    const body = buildUpstreamBody(request, { upstreamModel, injectUsage: false });
    const readResponse = (response: Uint8Array) => charged(options, readRerankResponse(response));
    return {
      ok: true,
      translation: { ...wholeOnly(options, body, readResponse), passesThrough: true },
    };
  }
  const opened = openRerank({ to, bytes: request.bytes, upstreamModel, id });
  if (!opened.ok) return opened;
  const readResponse = (response: Uint8Array) => charged(options, opened.readResponse(response));
  return { ok: true, translation: wholeOnly(options, opened.body, readResponse) };
}

/**
 * Completes the usage: an upstream reports either searches or tokens. Missing tokens are estimated; without
 * searches a price per call applies once. If neither is reported, everything is estimated.
 */
function charged(
  { call, to }: TranslationOptions,
  read: RerankResponseResult,
): WholeResponseResult {
  if (!read.ok) return read;
  const { body, tokens, searchUnits } = read;
  const response = { ok: true as const, body, estimateTokens: noTokens };
  const isSearch = to === 'cohere-rerank';
  if (isSearch && searchUnits === undefined) return { ...response, usage: undefined };
  const { promptTokensEstimate } = call.request;
  const usage: Usage = {
    ...promptUsage(tokens ?? promptTokensEstimate),
    ...(tokens === undefined ? { tokensEstimated: true as const } : {}),
    ...(searchUnits === undefined ? {} : { callFactor: searchUnits }),
  };
  return { ...response, usage };
}

/** Returns the usage of a prompt without a completion. */
export function promptUsage(promptTokens: number): Usage {
  return {
    promptTokens,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    completionTokens: 0,
    reasoningTokens: 0,
    audioInputTokens: 0,
    audioOutputTokens: 0,
  };
}

/** Such responses are never streamed. */
function wholeOnly(
  { call, to }: TranslationOptions,
  body: Uint8Array,
  readResponse: Translation['readResponse'],
): Translation {
  return {
    from: call.dialect,
    to,
    passesThrough: false,
    body,
    sentLimits: NO_OUTPUT,
    warnings: [],
    ...wholeResponseOnly(readResponse),
  };
}
