import {
  type EmbeddingResponse,
  type EmbeddingCall,
  type EmbeddingCodec,
  vectorsOf,
} from '../embeddings/embedding-call.ts';
import { member } from '../gemini-generate/member.ts';
import {
  compact,
  requireRecord,
  requireList,
  readList,
  readText,
  readWhole,
  reject,
} from '../ir/read-shape.ts';
import { countOf } from '../ir/usage.ts';
import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Parses the body of embedContent or batchEmbedContents. All requests of a batch must have the same
 * parameters. Throws ShapeError. Source: Google's API reference, embedContent, November 2026.
 */
export function parseGeminiEmbeddings(body: JsonObject): EmbeddingCall {
  const isBatch = body.requests !== undefined;
  const requests = isBatch
    ? requireList(body.requests, 'requests').map((item, index) =>
        requireRecord(item, `requests[${index}]`),
      )
    : [body];
  const path = (index: number, name: string) => (isBatch ? `requests[${index}].${name}` : name);
  const settings = requests.map((request, index) => readSettings(request, path(index, '')));
  const first = settings[0] ?? {};
  if (settings.some((other) => JSON.stringify(other) !== JSON.stringify(first))) {
    reject('All requests of a batch must have the same settings.', 'requests');
  }
  const inputs = requests.map((request, index) => readContent(request, path(index, 'content')));
  return { inputs, base64: false, single: !isBatch, ...first };
}

function readSettings(request: JsonObject, path: string) {
  return {
    dimensions: readWhole(member(request, 'outputDimensionality'), `${path}outputDimensionality`),
    taskType: readText(member(request, 'taskType'), `${path}taskType`),
    title: readText(request.title, `${path}title`),
  };
}

function readContent(request: JsonObject, path: string): string {
  const parts = readList(requireRecord(request.content, path).parts, `${path}.parts`);
  const texts = parts.map((part, index) => {
    if (isRecord(part) && typeof part.text === 'string') return part.text;
    const message = 'Only text can be sent to this provider.';
    return reject(message, `${path}.parts[${index}]`, 'unsupported_by_upstream');
  });
  return texts.join('');
}

/** Returns a body for Google's own batchEmbedContents that keeps every member. */
export function passGeminiEmbeddings(
  body: JsonObject,
  model: string,
): { readonly sent: JsonObject; readonly single: boolean } {
  const single = body.requests === undefined;
  const requests = single ? [body] : requireList(body.requests, 'requests');
  const requestsWithModel = requests.map((request, index) => ({
    ...requireRecord(request, `requests[${index}]`),
    model: nameOf(model),
  }));
  return {
    sent: single ? { requests: requestsWithModel } : { ...body, requests: requestsWithModel },
    single,
  };
}

const nameOf = (model: string) => (model.startsWith('models/') ? model : `models/${model}`);

/** Uses batchEmbedContents, which also serves a single text. */
export const geminiEmbeddings: EmbeddingCodec = {
  render: renderGeminiEmbeddings,
  parse: parseGeminiVectors,
};

function renderGeminiEmbeddings(call: EmbeddingCall, model: string): JsonObject {
  const name = nameOf(model);
  return {
    requests: call.inputs.map((text) =>
      compact({
        model: name,
        content: { parts: [{ text }] },
        taskType: call.taskType,
        title: call.title,
        outputDimensionality: call.dimensions,
      }),
    ),
  };
}

/** Returns the vectors of a batchEmbedContents or embedContent response; undefined for anything else. */
function parseGeminiVectors(body: JsonObject): EmbeddingResponse | undefined {
  const list: unknown =
    body.embeddings ?? (body.embedding === undefined ? undefined : [body.embedding]);
  if (!Array.isArray(list)) return undefined;
  const vectors = vectorsOf((list as unknown[]).map((item) => recordOf(item).values));
  if (!vectors) return undefined;
  const usage = member(body, 'usageMetadata');
  const promptTokens = isRecord(usage) ? countOf(member(usage, 'promptTokenCount')) : undefined;
  return { vectors, promptTokens };
}

/** Renders the response for a Gemini client: one vector, or the list of a batch. */
export function renderGeminiVectors(response: EmbeddingResponse, call: EmbeddingCall): JsonObject {
  const embeddings = response.vectors.map((values) => ({ values }));
  const { promptTokens } = response;
  return {
    ...(call.single ? { embedding: embeddings[0] ?? { values: [] } } : { embeddings }),
    ...(promptTokens === undefined
      ? {}
      : { usageMetadata: { promptTokenCount: promptTokens, totalTokenCount: promptTokens } }),
  };
}
