import { answerJson } from '../answer.ts';
import type { Endpoint } from '../endpoint.ts';
import { answerItems, endOf, renderResponse } from './responses-answer.ts';
import {
  countImages,
  findResponsesMistake,
  lastUserText,
  type ResponsesBody,
} from './responses-body.ts';
import { streamResponse } from './responses-stream.ts';

/** POST /v1/responses. */
export const responsesEndpoint: Endpoint = {
  findMistake: findResponsesMistake,
  lastText: (body) => lastUserText(body as ResponsesBody),
  images: (body) => countImages(body as ResponsesBody),
  errorEvent: ({ message, code }) =>
    `event: error\ndata: ${JSON.stringify({ type: 'error', code: code ?? 'server_error', message, param: null })}\n\n`,
  answer: (call) =>
    (call.body as ResponsesBody).stream
      ? streamResponse(call, answerItems(call))
      : answerJson(call, renderResponse(call, answerItems(call), endOf(call.script))),
};
