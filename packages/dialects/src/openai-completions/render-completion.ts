import type { ChatResponse } from '../ir/response.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import type { JsonObject } from '../json/json-object.ts';
import { renderFinish } from '../openai-chat/render-response.ts';
import { renderChatUsage } from '../openai-chat/render-usage.ts';

/**
 * Renders an IR response as a text completion. Source: OpenAI's API reference, completion object, November
 * 2026.
 */
export function renderCompletion(response: ChatResponse, context: RenderContext): JsonObject {
  const text = response.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return {
    ...headOf(context),
    choices: [choiceOf(text, renderFinish(response.stop, false))],
    ...(response.usage ? { usage: renderChatUsage(response.usage) } : {}),
  };
}

/** Renders the same as a stream. */
export function renderCompletionStream(context: RenderContext): StreamRenderer {
  const texts = new Set<number>();
  let finish = 'stop';
  let usage: JsonObject | undefined;
  const send = (members: JsonObject) =>
    `data: ${JSON.stringify({ ...headOf(context), ...members })}\n\n`;
  return {
    render(event) {
      if (event.type === 'part-start' && event.part.kind === 'text') texts.add(event.index);
      else if (event.type === 'finish') finish = renderFinish(event.stop, false);
      else if (event.type === 'usage') usage = renderChatUsage(event.usage);
      const isText = event.type === 'delta' && texts.has(event.index);
      return isText ? send({ choices: [choiceOf(event.text, null)] }) : '';
    },
    end() {
      const usageChunk = context.includeUsage && usage ? send({ choices: [], usage }) : '';
      return `${send({ choices: [choiceOf('', finish)] })}${usageChunk}data: [DONE]\n\n`;
    },
  };
}

const headOf = ({ id, created, model }: RenderContext): JsonObject => ({
  id: `cmpl-${id}`,
  object: 'text_completion',
  created,
  model,
});

const choiceOf = (text: string, finish: string | null): JsonObject => ({
  index: 0,
  text,
  logprobs: null,
  finish_reason: finish,
});
