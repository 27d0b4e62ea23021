import { respondWithJson } from '../respond.ts';
import { type Call, type Endpoint, missing, refused } from '../endpoint.ts';
import type { JsonObject } from '../json-object.ts';
import { messagesRules } from '../rules/messages-rules.ts';
import { findBrokenRule, type Mistake } from '../rules/rule.ts';
import {
  responseBlocks,
  messageHead,
  messagesUsage,
  renderBlock,
  stopReason,
} from './messages-response.ts';
import { countImages, lastUserText, type MessagesBody } from './messages-body.ts';
import { streamMessages } from './messages-stream.ts';

/** POST /v1/messages. */
export const messagesEndpoint: Endpoint = {
  findMistake: findMessagesMistake,
  lastText: (body) => lastUserText(body as MessagesBody),
  images: (body) => countImages(body as MessagesBody),
  respond: (call) =>
    (call.body as MessagesBody).stream ? streamMessages(call) : respondWhole(call),
};

/** POST /v1/messages/count_tokens. */
export const countTokensEndpoint: Endpoint = {
  findMistake: (body, isStrict) => findMessagesMistake({ max_tokens: 1, ...body }, isStrict),
  lastText: (body) => lastUserText(body as MessagesBody),
  respond: (call) => respondWithJson(call, { input_tokens: call.script.prompt_tokens }),
};

async function respondWhole(call: Call): Promise<void> {
  const blocks = responseBlocks(call);
  await respondWithJson(call, {
    ...messageHead(call),
    content: blocks.flatMap((block) => renderBlock(block, call)),
    stop_reason: stopReason(call.script, blocks),
    stop_sequence: null,
    usage: messagesUsage(call.script),
  });
}

const ROLES = new Set(['user', 'assistant', 'system']);

/** Finds what Anthropic would refuse: a missing limit, wrong roles, and broken rules. */
function findMessagesMistake(body: JsonObject, isStrict?: boolean): Mistake | undefined {
  const { messages, max_tokens } = body as Partial<MessagesBody>;
  if (!Array.isArray(messages) || messages.length === 0) return missing('messages');
  if (!Number.isInteger(max_tokens)) return refused('max_tokens: Field required');
  if (messages.some(({ role }) => !ROLES.has(role)))
    return refused('messages: roles must be user, assistant or system');
  return findBrokenRule(messagesRules, body, isStrict);
}
