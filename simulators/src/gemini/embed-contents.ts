import { respondWithJson } from '../respond.ts';
import { inputTokensOf, vectorOf } from '../embeddings.ts';
import { type Endpoint, missing, refused } from '../endpoint.ts';

type EmbedRequest = {
  model?: string;
  content?: { parts?: { text?: string }[] };
  outputDimensionality?: number;
};
const requestsOf = (body: object) => (body as { requests?: EmbedRequest[] }).requests ?? [];

/** :batchEmbedContents: each request must name the path's model. */
export const batchEmbedEndpoint: Endpoint = {
  findMistake(body) {
    const requests = requestsOf(body);
    if (requests.length === 0) return missing('requests');
    const model = `models/${String(body['model'])}`;
    if (requests.some((request) => request.model !== model))
      return refused(`BatchEmbedContentsRequest.requests[0].model must be ${model}`);
    return requests.every(({ content }) => content?.parts?.length) ? undefined : missing('content');
  },
  lastText: (body) => requestsOf(body)[0]?.content?.parts?.[0]?.text ?? '',
  async respond(call) {
    const tokens = inputTokensOf(call.script);
    await respondWithJson(call, {
      embeddings: requestsOf(call.body).map(({ outputDimensionality }) => ({
        values: vectorOf(outputDimensionality),
      })),
      ...(tokens === undefined ? {} : { usageMetadata: { promptTokenCount: tokens } }),
    });
  },
};
