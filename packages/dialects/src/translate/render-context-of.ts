import type { JsonObject } from '../json/json-object.ts';
import { echoRequest } from '../openai-responses/echo-request.ts';
import type { ClientCall } from './client-call.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { TranslationOptions } from './translation.ts';

/** Returns the facts about a call that its translated response shows. Ids are written into JSON verbatim. */
export function renderContextOf(options: TranslationOptions): RenderContext {
  const { call, createdSeconds, nowSeconds } = options;
  const { request, dialect } = call;
  return {
    id: plainId(options.id),
    model: request.model,
    created: createdSeconds,
    nowSeconds: nowSeconds ?? (() => createdSeconds),
    includeUsage: request.includeUsage,
    ...(dialect === 'openai-responses' ? { echo: echoOf(call) } : {}),
  };
}

/** Returns an id that can be written into JSON verbatim. */
export function plainId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '');
}

/** By now the conversation includes the referenced response. */
function echoOf(call: ClientCall): JsonObject {
  const { previousResponseId } = call.request;
  const echo = echoRequest(call.tryBody());
  return previousResponseId === undefined
    ? echo
    : { ...echo, previous_response_id: previousResponseId };
}
