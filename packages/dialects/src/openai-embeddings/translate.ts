import {
  type EmbeddingResponse,
  type EmbeddingCall,
  type EmbeddingCodec,
  isVector,
  titledInputs,
} from '../embeddings/embedding-call.ts';
import { taskTypeOf } from '../embeddings/task-types.ts';
import { floatsFromBase64, floatsToBase64 } from '../embeddings/float-base64.ts';
import {
  compact,
  requireList,
  requireText,
  readText,
  readWhole,
  reject,
} from '../ir/read-shape.ts';
import { recordOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readUpstreamUsage } from '../openai-chat/usage.ts';

/**
 * Parses an OpenAI embeddings body. Refuses token ids, which only OpenAI's own models understand. Throws
 * ShapeError. Source: OpenAI's API reference, embeddings, November 2026.
 */
export function parseOpenAiEmbeddings(body: JsonObject): EmbeddingCall {
  const { input } = body;
  const list = typeof input === 'string' ? [input] : requireList(input, 'input');
  if (typeof list[0] === 'number' || Array.isArray(list[0])) {
    const message = 'input must be text: this provider knows no token ids.';
    return reject(message, 'input', 'unsupported_by_upstream');
  }
  const format = readText(body.encoding_format, 'encoding_format') ?? 'float';
  if (format !== 'float' && format !== 'base64') {
    return reject('encoding_format must be float or base64.', 'encoding_format');
  }
  return {
    inputs: list.map((item, index) => requireText(item, `input[${index}]`)),
    dimensions: readWhole(body.dimensions, 'dimensions'),
    base64: format === 'base64',
    taskType: taskTypeOf(readText(body.input_type, 'input_type')),
    single: false,
  };
}

/** OpenAI's own format. Titles are prepended to their text; task types are dropped. */
export const openAiEmbeddings: EmbeddingCodec = {
  render: (call, model) =>
    compact({
      model,
      input: titledInputs(call),
      dimensions: call.dimensions,
      encoding_format: 'float',
    }),
  parse: parseOpenAiVectors,
};

/**
 * Returns the vectors of an OpenAI-dialect response, in the order of their indexes; undefined for anything
 * else, or if an index is out of range or repeated.
 */
export function parseOpenAiVectors(body: JsonObject): EmbeddingResponse | undefined {
  if (!Array.isArray(body.data)) return undefined;
  const items: readonly unknown[] = body.data;
  const vectors = Array.from<readonly number[] | undefined>({ length: items.length });
  for (const [position, item] of items.entries()) {
    const { index, embedding } = recordOf(item);
    const at = typeof index === 'number' ? index : position;
    const vector = readVector(embedding);
    if (!vector || !(at in vectors) || vectors[at]) return undefined;
    vectors[at] = vector;
  }
  const promptTokens = readUpstreamUsage(body.usage)?.promptTokens;
  return { vectors: vectors.filter((vector) => vector !== undefined), promptTokens };
}

function readVector(value: unknown): readonly number[] | undefined {
  if (typeof value === 'string') return floatsFromBase64(value);
  return isVector(value) ? value : undefined;
}

/** Renders the response for an OpenAI client. */
export function renderOpenAiVectors(
  response: EmbeddingResponse,
  call: EmbeddingCall,
  model: string,
): JsonObject {
  const tokens = response.promptTokens ?? 0;
  return {
    object: 'list',
    data: response.vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: call.base64 ? floatsToBase64(vector) : vector,
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}
