import { flattenTurns, noteOwnRules } from '../ir/flatten-turns.ts';
import type { LossReport } from '../ir/losses.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';

/**
 * A request of the IR as a question to a knowledge base of AI Proxy. The number of the knowledge
 * base is the channel's and put in with it.
 */
export function renderAskRequest(request: ChatRequest, losses: LossReport): JsonObject {
  noteOwnRules(request, losses);
  if (request.user !== undefined) losses.note('user');
  const { text, images } = flattenTurns(request, losses);
  for (const { source } of images) losses.note(source.kind === 'url' ? 'image_url' : 'image_data');
  return { model: request.model, query: text, stream: request.stream };
}
