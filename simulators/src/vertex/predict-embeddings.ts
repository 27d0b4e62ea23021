import { respondWithJson } from '../respond.ts';
import { inputTokensOf, vectorOf } from '../embeddings.ts';
import { type Endpoint, missing } from '../endpoint.ts';

interface PredictBody {
  instances: { content: string }[];
  parameters?: { outputDimensionality?: number };
}

/** :predict of text embeddings; the first prediction has the token count. */
export const predictEmbeddings: Endpoint = {
  findMistake: ({ instances }) => (Array.isArray(instances) ? undefined : missing('instances')),
  lastText: (body) => (body as unknown as PredictBody).instances[0]?.content ?? '',
  async respond(call) {
    const { instances, parameters } = call.body as unknown as PredictBody;
    const values = vectorOf(parameters?.outputDimensionality);
    const tokens = inputTokensOf(call.script);
    const predictions = instances.map((_, index) => {
      const token_count = index === 0 ? tokens : 0;
      const statistics = tokens === undefined ? {} : { token_count, truncated: false };
      return { embeddings: { values, statistics } };
    });
    await respondWithJson(call, { predictions, metadata: { billableCharacterCount: 10 } });
  },
};
