import { respondWithJson } from '../respond.ts';
import { inputTokensOf, vectorOf } from '../embeddings.ts';
import { type Endpoint, firstText, missing } from '../endpoint.ts';

/** The action GetEmbedding. */
export const hunyuanEmbed: Endpoint = {
  modelOptional: true,
  findMistake: ({ InputList }) => (Array.isArray(InputList) ? undefined : missing('InputList')),
  lastText: ({ InputList }) => firstText(InputList),
  async respond(call) {
    const { InputList } = call.body as { InputList: string[] };
    const tokens = inputTokensOf(call.script);
    // Unordered: each item states its index.
    const Data = InputList.map((_, Index) => ({
      Object: 'embedding',
      Index,
      Embedding: vectorOf(),
    })).toReversed();
    const Usage = { PromptTokens: tokens, TotalTokens: tokens };
    const usage = tokens === undefined ? {} : { Usage };
    await respondWithJson(call, { Response: { Data, ...usage, RequestId: 'simulated' } });
  },
};
