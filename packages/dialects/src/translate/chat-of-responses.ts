import { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { type Read, readSafely, ShapeError } from '../ir/read-shape.ts';
import { encodeText } from '../json/encode-text.ts';
import { recordOf } from '../json/loose-values.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { refuseJson } from '../openai-chat/open-body.ts';
import { refuse } from '../openai-chat/request-members.ts';
import { renderChatRequest } from '../openai-chat/render-request.ts';
import { parseResponsesRequest } from '../openai-responses/parse-request.ts';
import { translateServerTools } from '../server-tools/translate-search.ts';

/** Whether a body of the chat endpoint has the form of a responses body: `input`, and no `messages`. */
export function isResponsesBody(bytes: Uint8Array): boolean {
  const names = listTopLevelMembers(bytes)?.map(({ name }) => name) ?? [];
  return names.includes('input') && !names.includes('messages');
}

/**
 * Converts a responses body into a chat body: Cursor sends such bodies to the chat endpoint, and reads chat
 * completions. What a chat can't express is refused.
 */
export function chatOfResponses(bytes: Uint8Array): Read<Uint8Array> {
  return readSafely(() => {
    const body = parseJson(bytes);
    if (!isRecord(body)) throw new ShapeError(refuseJson());
    const report = new ConversionWarnings('openai-chat');
    const parsed = parseResponsesRequest(body);
    if (parsed.refusal) throw new ShapeError(parsed.refusal);
    const request = translateServerTools(parsed, 'openai-chat', undefined, report);
    const includeUsage = recordOf(body['stream_options'])['include_usage'] === true;
    const chat = renderChatRequest(request, report, includeUsage);
    const { refusal } = report;
    if (refusal) {
      const { feature, detail = feature } = refusal;
      const message = `${detail} is not available at this endpoint. Use /v1/responses.`;
      throw new ShapeError(refuse(message, detail, 'unsupported_parameter'));
    }
    return encodeText(JSON.stringify(chat));
  });
}
