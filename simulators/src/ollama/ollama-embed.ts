import { respondWithJson } from '../respond.ts';
import { inputTokensOf, vectorOf } from '../embeddings.ts';
import { type Endpoint, firstText, missing } from '../endpoint.ts';

/** POST /api/embed. */
export const ollamaEmbedEndpoint: Endpoint = {
  findMistake: ({ input }) => (input === undefined ? missing('input') : undefined),
  lastText: ({ input }) => firstText(input),
  async respond(call) {
    const { model, input, dimensions } = call.body;
    const inputs = Array.isArray(input) ? input : [input];
    const tokens = inputTokensOf(call.script);
    await respondWithJson(call, {
      model,
      embeddings: inputs.map(() => vectorOf(dimensions as number | undefined)),
      total_duration: 14_143_917,
      ...(tokens === undefined ? {} : { prompt_eval_count: tokens }),
    });
  },
};
