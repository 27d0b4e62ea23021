import { type EmbeddingCodec, titledInputs, vectorsOf } from '../embeddings/embedding-call.ts';
import { cohereInputType } from '../embeddings/task-types.ts';
import { countOf } from '../ir/usage.ts';

/** MiniMax's embeddings, which are either for documents or for queries. Source: MiniMax, embeddings. */
export const minimaxEmbeddings: EmbeddingCodec = {
  render: (call, model) => ({
    model,
    texts: titledInputs(call),
    type: cohereInputType(call.taskType) === 'search_query' ? 'query' : 'db',
  }),
  parse(body) {
    const vectors = vectorsOf(body.vectors);
    return vectors && { vectors, promptTokens: countOf(body.total_tokens) };
  },
};
