import type { ChatResponse } from '../ir/response.ts';
import { recordOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseChatResponse } from '../openai-chat/parse-response.ts';
import { snakeKeys } from './snake-keys.ts';

/**
 * Parses a response of Hunyuan's own API, which is OpenAI's with other names. Returns undefined for anything
 * else.
 */
export function parseHunyuanResponse(body: JsonObject, id: string): ChatResponse | undefined {
  return parseChatResponse(recordOf(snakeKeys(body.Response)), id);
}
