import { type EmbeddingCodec, titledInputs } from '../embeddings/embedding-call.ts';
import { jinaTask } from '../embeddings/task-types.ts';
import { compact } from '../ir/read-shape.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseOpenAiVectors } from '../openai-embeddings/translate.ts';

/** Jina responds in OpenAI's format, but accepts requests in its own. */
export const jinaEmbeddings: EmbeddingCodec = {
  render: (call, model) =>
    compact({
      model,
      input: titledInputs(call),
      task: jinaTask(call.taskType),
      dimensions: call.dimensions,
      embedding_type: 'float',
    }),
  parse: parseOpenAiVectors,
};

/**
 * Converts an OpenAI client's body for Jina: all members are kept, as Jina supports more than OpenAI (images,
 * late chunking); only the vectors' format has another name.
 */
export function passJinaEmbeddings(body: JsonObject, model: string): JsonObject {
  const { encoding_format: format, ...rest } = body;
  return compact({ ...rest, model, embedding_type: rest.embedding_type ?? format ?? undefined });
}
