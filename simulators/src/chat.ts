import { respondWithJson } from './respond.ts';
import { type ChatBody, countImages, lastUserText } from './chat-body.ts';
import { streamChat } from './chat-stream.ts';
import { type Call, type Endpoint, missing } from './endpoint.ts';
import { chatRules } from './rules/chat-rules.ts';
import { findBrokenRule } from './rules/rule.ts';
import { usageOf } from './script.ts';
import { toolCallsOf } from './tool-calls.ts';

const CHOICES_MAX = 8;

/** POST /v1/chat/completions. */
export const chatEndpoint: Endpoint = {
  findMistake: (body, isStrict) =>
    Array.isArray(body['messages']) && body['messages'].length > 0
      ? findBrokenRule(chatRules, body, isStrict)
      : missing('messages'),
  lastText: (body) => lastUserText(body as ChatBody),
  images: (body) => countImages(body as ChatBody),
  respond: (call) =>
    (call.body as ChatBody).stream ? streamChat(call, choicesOf(call)) : respondWhole(call),
};

/** Returns the number of choices requested (`n`). */
function choicesOf({ body }: Call): number {
  return Math.min((body as ChatBody).n ?? 1, CHOICES_MAX);
}

async function respondWhole(call: Call): Promise<void> {
  const { script } = call;
  const body = call.body as ChatBody;
  const toolCalls = toolCallsOf(body, lastUserText(body), script);
  const usage = usageOf(script);
  const message = {
    role: 'assistant',
    content: toolCalls ? null : script.text,
    refusal: null,
    ...(script.thinking === '' ? {} : { reasoning_content: script.thinking }),
    ...(toolCalls ? { tool_calls: toolCalls } : {}),
  };
  await respondWithJson(call, {
    id: 'chatcmpl-simulated',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: body.model,
    choices: Array.from({ length: choicesOf(call) }, (_, index) => ({
      index,
      message,
      logprobs: null,
      finish_reason: toolCalls ? 'tool_calls' : script.finish_reason,
    })),
    ...(usage ? { usage } : {}),
  });
}
