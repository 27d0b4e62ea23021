import { respondWithJson } from '../respond.ts';
import { type Endpoint, missing } from '../endpoint.ts';
import type { JsonObject } from '../json-object.ts';
import { responsesRules } from '../rules/responses-rules.ts';
import { findBrokenRule, type Mistake } from '../rules/rule.ts';
import { responseItems, endOf, renderResponse } from './responses-response.ts';
import { countImages, lastUserText, type ResponsesBody } from './responses-body.ts';
import { streamResponse } from './responses-stream.ts';

/** POST /v1/responses. */
export const responsesEndpoint: Endpoint = {
  findMistake: findResponsesMistake,
  lastText: (body) => lastUserText(body as ResponsesBody),
  images: (body) => countImages(body as ResponsesBody),
  errorEvent: ({ message, code }) =>
    `event: error\ndata: ${JSON.stringify({ type: 'error', code: code ?? 'server_error', message, param: null })}\n\n`,
  respond: (call) =>
    (call.body as ResponsesBody).stream
      ? streamResponse(call, responseItems(call))
      : respondWithJson(call, renderResponse(call, responseItems(call), endOf(call.script))),
};

/** Finds what OpenAI would refuse: missing input, and broken rules. */
function findResponsesMistake(body: JsonObject, isStrict?: boolean): Mistake | undefined {
  const { input } = body as Partial<ResponsesBody>;
  const isInput = typeof input === 'string' || (Array.isArray(input) && input.length > 0);
  return isInput ? findBrokenRule(responsesRules, body, isStrict) : missing('input');
}
