import { type EmbeddingCodec, titledInputs, vectorsOf } from '../embeddings/embedding-call.ts';
import { cohereInputType } from '../embeddings/task-types.ts';
import { compact } from '../ir/read-shape.ts';
import { countOf } from '../ir/usage.ts';
import { recordOf } from '../json/loose-values.ts';

/** Cohere's embed, version 2. Source: its published OpenAPI. */
export const cohereEmbeddings: EmbeddingCodec = {
  render: (call, model) =>
    compact({
      model,
      texts: titledInputs(call),
      input_type: cohereInputType(call.taskType),
      embedding_types: ['float'],
      output_dimension: call.dimensions,
    }),
  parse(body) {
    const vectors = vectorsOf(recordOf(body.embeddings).float);
    if (!vectors) return undefined;
    const billed = recordOf(recordOf(body.meta).billed_units);
    return { vectors, promptTokens: countOf(billed.input_tokens) };
  },
};
