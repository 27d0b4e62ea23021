import { respondWithJson } from './respond.ts';
import { type Endpoint, firstText, missing } from './endpoint.ts';

/** POST /v1/moderations: one result per input, flagged if the input contains "violence". */
export const moderationsEndpoint: Endpoint = {
  modelOptional: true,
  findMistake: ({ input }) => (input === undefined ? missing('input') : undefined),
  lastText: ({ input }) => firstText(input),
  async respond(call) {
    const { model, input } = call.body;
    await respondWithJson(call, {
      id: 'modr-simulated',
      model: model ?? 'omni-moderation-latest',
      results: (Array.isArray(input) ? input : [input]).map((item) => judge(String(item))),
    });
  },
};

function judge(text: string) {
  const violence = text.includes('violence');
  return {
    flagged: violence,
    categories: { violence },
    category_scores: { violence: violence ? 0.99 : 0.01 },
  };
}
