import { REDACTED } from '../ir/parts.ts';
import { readSignature } from '../ir/seal.ts';
import { claudeFacts } from '../model-rules/claude-models.ts';
import { echoesThoughts } from '../model-rules/thought-echo-rules.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { CleanBody } from './clean-body.ts';
import { dropForeignSearches } from './drop-foreign-searches.ts';
import { fitCallIds } from './fit-call-ids.ts';
import { loopLacksThinking } from './loop-lacks-thinking.ts';
import { mapList } from './map-list.ts';

/**
 * Cleans messages for an Anthropic upstream: drops whole blocks of thinking that it did not sign and of
 * searches that it did not run, and renames calls whose ids it refuses. If an open tool loop begins without
 * thinking, for this reason or because it was begun by a model that does not think, a fixed budget is not
 * allowed: thinking is removed from the request.
 */
export const cleanMessages: CleanBody = (body, warnings, isForeign, model) => {
  if (!Array.isArray(body.messages)) return body;
  const known = dropForeignSearches(body.messages as unknown[]);
  if (known !== body.messages) warnings.note('builtin_tool', 'messages');
  const fitted = fitCallIds(known);
  const messages = mapList(fitted, (message) => {
    if (!isRecord(message) || !Array.isArray(message.content)) return message;
    const content = mapList(message.content, (block) =>
      isRecord(block) && isForeignThought(block, isForeign, model) ? undefined : block,
    );
    return content === message.content ? message : { ...message, content };
  });
  if (messages !== fitted) warnings.note('thinking');
  const cleaned = messages === body.messages ? body : { ...body, messages };
  if (!hasBudget(body, model) || !loopLacksThinking(messages)) return cleaned;
  warnings.note('reasoning');
  const { thinking: _thinking, ...rest } = cleaned;
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

/** Returns whether thinking has a budget; models that know none get the adaptive mode instead. */
function hasBudget({ thinking }: JsonObject, model: string): boolean {
  if (!isRecord(thinking) || thinking.type !== 'enabled') return false;
  return claudeFacts(model).thinking.includes('enabled');
}
