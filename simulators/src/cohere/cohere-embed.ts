import { respondWithJson } from '../respond.ts';
import { inputTokensOf, vectorOf } from '../embeddings.ts';
import { type Endpoint, firstText, missing } from '../endpoint.ts';

/** POST /v2/embed: requires the input type and the embedding types. */
export const cohereEmbedEndpoint: Endpoint = {
  findMistake({ texts, input_type, embedding_types }) {
    if (!Array.isArray(texts)) return missing('texts');
    if (typeof input_type !== 'string') return missing('input_type');
    return Array.isArray(embedding_types) ? undefined : missing('embedding_types');
  },
  lastText: ({ texts }) => firstText(texts),
  async respond(call) {
    const texts = call.body['texts'] as string[];
    const size = call.body['output_dimension'] as number | undefined;
    const tokens = inputTokensOf(call.script);
    await respondWithJson(call, {
      id: 'embed-simulated',
      embeddings: { float: texts.map(() => vectorOf(size)) },
      texts,
      meta: {
        api_version: { version: '2' },
        ...(tokens === undefined ? {} : { billed_units: { input_tokens: tokens } }),
      },
    });
  },
};
