import { type EmbeddingCodec, vectorsOf } from '../embeddings/embedding-call.ts';
import { compact } from '../ir/read-shape.ts';
import { countOf } from '../ir/usage.ts';
import { recordOf, recordsOf } from '../json/loose-values.ts';

/**
 * Predictions of Vertex AI's text embeddings; the model is in the path. Source: Google Cloud, text embeddings
 * API.
 */
export const vertexEmbeddings: EmbeddingCodec = {
  render: ({ inputs, dimensions, taskType, title }) =>
    compact({
      instances: inputs.map((content) => compact({ content, task_type: taskType, title })),
      parameters: dimensions === undefined ? undefined : { outputDimensionality: dimensions },
    }),
  parse(body) {
    if (!Array.isArray(body.predictions)) return undefined;
    const predictions = recordsOf(body.predictions).map(({ embeddings }) => recordOf(embeddings));
    const vectors = vectorsOf(predictions.map(({ values }) => values));
    if (!vectors) return undefined;
    const counts = predictions.map(({ statistics }) => countOf(recordOf(statistics).token_count));
    const promptTokens = counts.every((count) => count !== undefined)
      ? counts.reduce((sum, count) => sum + count, 0)
      : undefined;
    return { vectors, promptTokens };
  },
};
