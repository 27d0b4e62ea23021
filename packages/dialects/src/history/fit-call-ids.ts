import { ID_LENGTH_MAX } from '../anthropic-messages/render-blocks.ts';
import { fitCallId } from '../ir/fit-name.ts';
import type { JsonObject } from '../json/json-object.ts';
import { isRecord } from '../json/parse-json.ts';
import { mapList } from './map-list.ts';
import { UniqueIds } from './unique-ids.ts';

/**
 * Gives tool calls in messages for Anthropic ids that it accepts: unique in the conversation, and of its
 * alphabet. Compatible servers number the calls of each response anew, or use other characters. Returns the
 * same list if all are accepted.
 */
export function fitCallIds(messages: readonly unknown[]): readonly unknown[] {
  const ids = new UniqueIds();
  /** Ids of the latest response's calls by the client's, in order, and which one is next. */
  let sentIds = new Map<string, { readonly ids: string[]; next: number }>();
  const nameCall = (id: string): string => {
    const sent = ids.take(fitCallId(id, ID_LENGTH_MAX));
    const others = sentIds.get(id);
    if (others) others.ids.push(sent);
    else sentIds.set(id, { ids: [sent], next: 0 });
    return sent;
  };
  const nameResult = (id: string): string => {
    const sent = sentIds.get(id);
    const first = sent?.ids[sent.next] ?? id;
    if (sent && sent.next < sent.ids.length - 1) sent.next += 1;
    return first;
  };
  return mapList(messages, (message) => {
    if (!isRecord(message) || !Array.isArray(message.content)) return message;
    if (message.role === 'assistant') sentIds = new Map();
    const content = mapList(message.content as unknown[], (block) => {
      if (!isRecord(block)) return block;
      if (block.type === 'tool_use') return withId(block, 'id', nameCall);
      return block.type === 'tool_result' ? withId(block, 'tool_use_id', nameResult) : block;
    });
    return content === message.content ? message : { ...message, content };
  });
}

function withId(block: JsonObject, member: string, name: (id: string) => string): JsonObject {
  const id = block[member];
  if (typeof id !== 'string') return block;
  const sent = name(id);
  return sent === id ? block : { ...block, [member]: sent };
}
