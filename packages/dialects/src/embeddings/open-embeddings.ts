import { cohereEmbeddings } from '../cohere-embeddings/translate.ts';
import { buildFault, buildTransportFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import {
  geminiEmbeddings,
  parseGeminiEmbeddings,
  passGeminiEmbeddings,
  renderGeminiVectors,
} from '../gemini-embeddings/translate.ts';
import { hunyuanEmbeddings } from '../hunyuan-embeddings/translate.ts';
import type { WireFormat } from '../ir/dialect.ts';
import { readSafely, reject } from '../ir/read-shape.ts';
import { jinaEmbeddings, passJinaEmbeddings } from '../jina-embeddings/translate.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { minimaxEmbeddings } from '../minimax-embeddings/translate.ts';
import { ollamaEmbeddings } from '../ollama-embeddings/translate.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';
import {
  openAiEmbeddings,
  parseOpenAiEmbeddings,
  renderOpenAiVectors,
} from '../openai-embeddings/translate.ts';
import { vertexEmbeddings } from '../vertex-embeddings/translate.ts';
import type { EmbeddingResponse, EmbeddingCodec } from './embedding-call.ts';

/** The client's dialect. gemini: embedContent and batchEmbedContents. */
export type EmbeddingDialect = 'openai' | 'gemini';

/** Upstream formats; Gemini's is always batchEmbedContents. */
const CODECS = {
  'openai-chat': openAiEmbeddings,
  'gemini-embeddings': geminiEmbeddings,
  'cohere-embeddings': cohereEmbeddings,
  'jina-embeddings': jinaEmbeddings,
  'ollama-embeddings': ollamaEmbeddings,
  'hunyuan-embeddings': hunyuanEmbeddings,
  'minimax-embeddings': minimaxEmbeddings,
  'vertex-embeddings': vertexEmbeddings,
} satisfies Partial<Readonly<Record<WireFormat, EmbeddingCodec>>>;

export type EmbeddingFormat = keyof typeof CODECS;

/** Returns whether embeddings can be requested in a format. */
export function isEmbeddingFormat(format: WireFormat): format is EmbeddingFormat {
  return Object.hasOwn(CODECS, format);
}

export interface EmbeddingOptions {
  readonly from: EmbeddingDialect;
  readonly to: EmbeddingFormat;
  /** The client's body. */
  readonly bytes: Uint8Array;
  /** The model's name at the client and at the upstream. */
  readonly model: string;
  readonly upstreamModel: string;
}

export type EmbeddingResponseResult =
  | {
      readonly ok: true;
      readonly body: Uint8Array;
      /** Tokens that the upstream counted; undefined if it reported none. */
      readonly promptTokens: number | undefined;
    }
  | { readonly ok: false; readonly fault: UpstreamFault };

export type OpenEmbeddingsResult =
  | {
      readonly ok: true;
      readonly body: Uint8Array;
      readonly readResponse: (bytes: Uint8Array) => EmbeddingResponseResult;
    }
  | { readonly ok: false; readonly fault: RequestFault };

/**
 * Converts an embeddings call, with all its inputs, from a client's dialect to an upstream's format. Never
 * throws.
 */
export function openEmbeddings(options: EmbeddingOptions): OpenEmbeddingsResult {
  const { to } = options;
  const opened = readSafely(() => {
    const body = parseJson(options.bytes);
    if (!isRecord(body)) return reject('The request body must be a JSON object.', 'body');
    const { sent, render } = openPlan(options, body);
    return { sent: encodeText(JSON.stringify(sent)), render };
  });
  if (!opened.ok) return opened;
  const { sent, render } = opened.value;

  function readResponse(bytes: Uint8Array): EmbeddingResponseResult {
    const body = parseJson(bytes);
    const response = isRecord(body) ? CODECS[to].parse(body) : undefined;
    if (!response || !isRecord(body))
      return { ok: false, fault: buildFault(200, readErrorObject(body, false)) };
    const { promptTokens } = response;
    const encoded = readSafely(() => {
      const rendered = render(response, body);
      return rendered === body ? bytes : encodeText(JSON.stringify(rendered));
    });
    if (encoded.ok) return { ok: true, body: encoded.value, promptTokens };
    return { ok: false, fault: buildTransportFault('bad-response', 'nested too deeply') };
  }

  return { ok: true, body: sent, readResponse };
}

interface Plan {
  readonly sent: JsonObject;
  /** Renders the client's body; the upstream's own body if nothing changes. */
  readonly render: (response: EmbeddingResponse, body: JsonObject) => JsonObject;
}

/** From Google to Google, and from OpenAI to Jina, unknown members are passed on. */
function openPlan({ from, to, model, upstreamModel }: EmbeddingOptions, body: JsonObject): Plan {
  if (from === 'gemini' && to === 'gemini-embeddings') {
    const { sent, single } = passGeminiEmbeddings(body, upstreamModel);
    return {
      sent,
      render: (_response, body) => {
        const { embeddings, ...rest } = body;
        if (!single || !Array.isArray(embeddings)) return body;
        return { embedding: (embeddings as unknown[])[0], ...rest };
      },
    };
  }
  if (from === 'openai' && to === 'jina-embeddings')
    return { sent: passJinaEmbeddings(body, upstreamModel), render: withPromptTokens };
  const call = from === 'openai' ? parseOpenAiEmbeddings(body) : parseGeminiEmbeddings(body);
  return {
    sent: CODECS[to].render(call, upstreamModel),
    render: (response) =>
      from === 'openai'
        ? renderOpenAiVectors(response, call, model)
        : renderGeminiVectors(response, call),
  };
}

/** OpenAI's clients read prompt_tokens, where Jina may report only a total. */
function withPromptTokens({ promptTokens }: EmbeddingResponse, body: JsonObject): JsonObject {
  const { usage } = body;
  if (!isRecord(usage) || usage.prompt_tokens !== undefined || promptTokens === undefined)
    return body;
  return { ...body, usage: { prompt_tokens: promptTokens, ...usage } };
}
