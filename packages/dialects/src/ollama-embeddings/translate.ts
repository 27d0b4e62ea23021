import { type EmbeddingCodec, titledInputs, vectorsOf } from '../embeddings/embedding-call.ts';
import { compact } from '../ir/read-shape.ts';
import { countOf } from '../ir/usage.ts';

/** Ollama's own embed API. Source: its API documentation, /api/embed. */
export const ollamaEmbeddings: EmbeddingCodec = {
  render: (call, model) =>
    compact({ model, input: titledInputs(call), dimensions: call.dimensions }),
  parse(body) {
    const vectors = vectorsOf(body.embeddings);
    return vectors && { vectors, promptTokens: countOf(body.prompt_eval_count) };
  },
};
