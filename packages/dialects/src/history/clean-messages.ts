import { REDACTED } from '../ir/parts.ts';
import { readSignature } from '../ir/seal.ts';
import { claudeRules } from '../model-rules/claude-models.ts';
import { echoesThoughts } from '../model-rules/thought-echo-rules.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { CleanBody } from './clean-body.ts';
import { dropForeignSearches } from './drop-foreign-searches.ts';
import { mapList } from './map-list.ts';

/**
 * Cleans messages for an Anthropic upstream: drops whole blocks of thinking that it did not sign and of
 * searches that it did not run. If an open tool loop then begins without thinking, which a fixed budget does
 * not allow, thinking is removed from the request.
 */
export const cleanMessages: CleanBody = (body, warnings, isForeign, model) => {
  if (!Array.isArray(body.messages)) return body;
  const known = dropForeignSearches(body.messages as unknown[]);
  if (known !== body.messages) warnings.note('builtin_tool', 'messages');
  const messages = mapList(known, (message) => {
    if (!isRecord(message) || !Array.isArray(message.content)) return message;
    const content = mapList(message.content, (block) =>
      isRecord(block) && isForeignThought(block, isForeign, model) ? undefined : block,
    );
    return content === message.content ? message : { ...message, content };
  });
  if (messages === body.messages) return body;
  if (messages === known) return { ...body, messages };
  warnings.note('thinking');
  const cleaned = { ...body, messages };
  if (!hasBudget(body) || claudeRules(model).adaptive || !loopLacksThinking(messages))
    return cleaned;
  warnings.note('reasoning');
  const { thinking: _thinking, ...rest } = cleaned as JsonObject;
  return rest;
};

/** Thoughts without a signature stay where the model requires them back and signs none. */
function isForeignThought(
  block: JsonObject,
  isForeign: (signature: string) => boolean,
  model: string,
): boolean {
  const isRedacted = block.type === 'redacted_thinking';
  if (!isRedacted && block.type !== 'thinking') return false;
  const signatureText = isRedacted ? block.data : block.signature;
  if (typeof signatureText !== 'string' || signatureText === '')
    return isRedacted || !echoesThoughts(model);
  const { by } = readSignature(
    signatureText,
    'anthropic-messages',
    isRedacted ? REDACTED : undefined,
  );
  return by !== 'anthropic-messages' || isForeign(signatureText);
}

function hasBudget({ thinking }: JsonObject): boolean {
  return isRecord(thinking) && thinking.type === 'enabled';
}

/** Returns whether the last response called tools and does not (or no longer) begin with thinking. */
function loopLacksThinking(messages: readonly unknown[]): boolean {
  const last = messages.findLast((message) => isRecord(message) && message.role === 'assistant');
  const content: unknown = isRecord(last) ? last.content : undefined;
  if (!Array.isArray(content)) return false;
  const types = (content as unknown[]).map((block) => (isRecord(block) ? block.type : undefined));
  return types.includes('tool_use') && types[0] !== 'thinking' && types[0] !== 'redacted_thinking';
}
