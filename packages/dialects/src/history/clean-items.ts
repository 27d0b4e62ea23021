import { readSignature } from '../ir/seal.ts';
import { messageOfCompaction } from '../openai-responses/compaction.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { CleanBody } from './clean-body.ts';
import { mapList } from './map-list.ts';
import { withShortId } from './with-short-id.ts';

/** Source: 64 characters, in openai-openapi; the Codex backend refused one of its own. */
const CALL_ID_LENGTH_MAX = 64;
/** Item ids assigned by this gateway: OpenAI's have only one underscore. */
const GENERATED_ITEM_ID = /^[a-z]{2,4}_[A-Za-z0-9-]+_\d+$/;

/**
 * Cleans items for an upstream of OpenAI's responses: drops reasoning that it did not encrypt. The other
 * items lose their ids, as OpenAI requires the reasoning that belongs to an id. A summary made by this
 * gateway becomes a message. Of items with the same id the first keeps it: some clients number their own
 * messages in a second series. Reasoning that is only an id (its signature is then the empty string) is
 * dropped if the upstream is known not to have stored it. Ids of calls are shortened if OpenAI refuses them.
 */
export const cleanItems: CleanBody = (body, warnings, isForeign) => {
  if (!Array.isArray(body.input)) return body;
  const readable = mapList(body.input, (item) =>
    isRecord(item)
      ? (messageOfCompaction(item) ?? withShortId(item, 'call_id', CALL_ID_LENGTH_MAX))
      : item,
  );
  const retained = mapList(readable, (item) =>
    isRecord(item) && isForeignReasoning(item, isForeign) ? undefined : item,
  );
  const dropsReasoning = retained !== readable;
  if (dropsReasoning) warnings.note('thinking');
  const seen = new Set<unknown>();
  const input = mapList(retained, (item) =>
    isRecord(item) && (mustDropId(item, dropsReasoning) || isRepeated(item, seen))
      ? withoutId(item)
      : item,
  );
  return input === body.input ? body : { ...body, input };
};

function isForeignReasoning(item: JsonObject, isForeign: (signature: string) => boolean): boolean {
  if (item.type !== 'reasoning') return false;
  const encryptedContent = item.encrypted_content;
  if (typeof encryptedContent !== 'string' || encryptedContent === '')
    return typeof item.id !== 'string' || GENERATED_ITEM_ID.test(item.id) || isForeign('');
  return (
    readSignature(encryptedContent, 'openai-responses').by !== 'openai-responses' ||
    isForeign(encryptedContent)
  );
}

function mustDropId({ id, type }: JsonObject, dropsReasoning: boolean): boolean {
  if (typeof id !== 'string' || type === 'item_reference') return false;
  return dropsReasoning || GENERATED_ITEM_ID.test(id);
}

function isRepeated({ id, type }: JsonObject, seen: Set<unknown>): boolean {
  if (typeof id !== 'string' || type === 'item_reference') return false;
  if (seen.has(id)) return true;
  seen.add(id);
  return false;
}

function withoutId(item: JsonObject): JsonObject {
  const { id: _id, ...rest } = item;
  return rest;
}
