import type { ChatAnswer } from '../ir/answer.ts';
import { recordOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseChatAnswer } from '../openai-chat/parse-answer.ts';
import { snakeKeys } from './snake-keys.ts';

/**
 * A response of Hunyuan's own API, which is OpenAI's under other names; undefined when it is none.
 */
export function parseHunyuanAnswer(body: JsonObject, id: string): ChatAnswer | undefined {
  return parseChatAnswer(recordOf(snakeKeys(body.Response)), id);
}
