import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import {
  parseGeminiEmbeddings,
  parseGeminiVectors,
  renderGeminiEmbeddings,
  renderGeminiVectors,
} from '../gemini-embeddings/translate.ts';
import { readSafely, reject } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import type { RequestFault } from '../openai-chat/client-request.ts';
import {
  parseOpenAiEmbeddings,
  parseOpenAiVectors,
  renderOpenAiEmbeddings,
  renderOpenAiVectors,
} from '../openai-embeddings/translate.ts';

/** gemini: embedContent and batchEmbedContents; upstream always batchEmbedContents. */
export type EmbeddingDialect = 'openai' | 'gemini';

export interface EmbeddingOptions {
  readonly from: EmbeddingDialect;
  readonly to: EmbeddingDialect;
  /** The client's body. */
  readonly bytes: Uint8Array;
  /** The model's name as the client knows it, and as the upstream does. */
  readonly model: string;
  readonly upstreamModel: string;
}

export type EmbeddingAnswerResult =
  | {
      readonly ok: true;
      readonly body: Uint8Array;
      /** What the upstream counted; undefined when it did not. */
      readonly promptTokens: number | undefined;
    }
  | { readonly ok: false; readonly fault: UpstreamFault };

export type OpenEmbeddingsResult =
  | {
      readonly ok: true;
      readonly body: Uint8Array;
      readonly readAnswer: (bytes: Uint8Array) => EmbeddingAnswerResult;
    }
  | { readonly ok: false; readonly fault: RequestFault };

/** An embeddings call between OpenAI's and Google's form, all inputs of it. Never throws. */
export function openEmbeddings(options: EmbeddingOptions): OpenEmbeddingsResult {
  const { from, to, model, upstreamModel } = options;
  const read = readSafely(() => {
    const body = parseJson(options.bytes);
    if (!isRecord(body)) return reject('The request body must be a JSON object.', 'body');
    return from === 'openai' ? parseOpenAiEmbeddings(body) : parseGeminiEmbeddings(body);
  });
  if (!read.ok) return read;
  const call = read.value;
  const render = to === 'openai' ? renderOpenAiEmbeddings : renderGeminiEmbeddings;

  function readAnswer(bytes: Uint8Array): EmbeddingAnswerResult {
    const body = parseJson(bytes);
    const parse = to === 'openai' ? parseOpenAiVectors : parseGeminiVectors;
    const answer = isRecord(body) ? parse(body) : undefined;
    if (!answer) return { ok: false, fault: buildFault(200, readErrorObject(body, false)) };
    const shown =
      from === 'openai'
        ? renderOpenAiVectors(answer, call, model)
        : renderGeminiVectors(answer, call);
    const { promptTokens } = answer;
    return { ok: true, body: encodeText(JSON.stringify(shown)), promptTokens };
  }

  return { ok: true, body: encodeText(JSON.stringify(render(call, upstreamModel))), readAnswer };
}
