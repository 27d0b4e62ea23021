import { readSignature } from '../ir/seal.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { CleanBody } from './clean-body.ts';
import { mapList } from './map-list.ts';
import { CALL_ID_LENGTH_MAX } from './prepare-client-response.ts';
import { withShortId } from './with-short-id.ts';

/**
 * Cleans messages for a chat upstream: drops reasoning details signed in another dialect, and shortens ids of
 * calls that OpenAI refuses, such as those of vLLM.
 */
export const cleanChatMessages: CleanBody = (body, warnings, isForeign) => {
  if (!Array.isArray(body.messages)) return body;
  const fitted = mapList(body.messages, (message) =>
    isRecord(message) ? withShortIds(message) : message,
  );
  const messages = mapList(fitted, (message) => {
    if (!isRecord(message) || !Array.isArray(message.reasoning_details)) return message;
    const details = mapList(message.reasoning_details, (detail) =>
      isRecord(detail) && isForeignDetail(detail, isForeign) ? undefined : detail,
    );
    if (details === message.reasoning_details) return message;
    const { reasoning_details: _details, ...rest } = message;
    return details.length === 0 ? withContent(rest) : { ...rest, reasoning_details: details };
  });
  if (messages !== fitted) warnings.note('thinking');
  return messages === body.messages ? body : { ...body, messages };
};

function withShortIds(message: JsonObject): JsonObject {
  const answered = withShortId(message, 'tool_call_id', CALL_ID_LENGTH_MAX);
  if (!Array.isArray(message.tool_calls)) return answered;
  const calls = mapList(message.tool_calls, (call) =>
    isRecord(call) ? withShortId(call, 'id', CALL_ID_LENGTH_MAX) : call,
  );
  return calls === message.tool_calls ? answered : { ...answered, tool_calls: calls };
}

/** A message that held only thoughts gets an empty text: one without any content is refused. */
function withContent(message: JsonObject): JsonObject {
  const others = ['content', 'tool_calls', 'refusal', 'function_call', 'audio'];
  return others.some((name) => (message[name] ?? null) !== null)
    ? message
    : { ...message, content: '' };
}

function isForeignDetail(detail: JsonObject, isForeign: (signature: string) => boolean): boolean {
  const signatureText = detail.signature ?? detail.data;
  if (typeof signatureText !== 'string' || signatureText === '') return false;
  return (
    readSignature(signatureText, 'openai-chat').by !== 'openai-chat' || isForeign(signatureText)
  );
}
