import { type EmbeddingCodec, titledInputs, vectorsOf } from '../embeddings/embedding-call.ts';
import { countOf } from '../ir/usage.ts';
import { numberOf, recordOf, recordsOf } from '../json/loose-values.ts';

/**
 * GetEmbedding of Hunyuan's own API, which has only one model. Source: Tencent Cloud, Hunyuan of 2023-09-01.
 */
export const hunyuanEmbeddings: EmbeddingCodec = {
  render: (call) => ({ InputList: titledInputs(call) }),
  parse({ Response: response }) {
    const { Data: data, Usage: usage } = recordOf(response);
    if (!Array.isArray(data)) return undefined;
    const inOrder = recordsOf(data).toSorted((a, b) => numberOf(a.Index) - numberOf(b.Index));
    const vectors = vectorsOf(inOrder.map(({ Embedding: vector }) => vector));
    return vectors && { vectors, promptTokens: countOf(recordOf(usage).PromptTokens) };
  },
};
