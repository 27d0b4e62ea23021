import type { ByteRange, ListedObject } from '../json/byte-range.ts';
import type { BodyHints } from '../json/body-hints.ts';
import { maxOutputOf } from '../limits/model-outputs.ts';
import { parseJson } from '../json/parse-json.ts';
import { KEPT_TOKENS } from '../token-estimator/estimate-prompt.ts';
import { listObjects } from '../json/top-level-members.ts';

/** Longer than the type of an item, however it is written. */
const TYPE_BYTES_MAX = 128;
const PICTURE_TOKENS = 7700;
const NOTHING = 0;
const QUOTE = 0x22;
/** The first letters of the types in question, and of an escape. */
const BEGINNINGS = new Set([0x69, 0x72, 0x5c]);

/**
 * What an item stands for that comes by its id, without what is in it. Tokens; thoughts are as long as
 * all that a model writes at once: whoever let it think for long could else have that read again and
 * again for what a short one costs.
 */
const ITEMS: ReadonlyMap<unknown, { readonly content: string; readonly tokens?: number }> = new Map<
  unknown,
  { content: string; tokens?: number }
>([
  ['reasoning', { content: 'encrypted_content' }],
  ['image_generation_call', { content: 'result', tokens: PICTURE_TOKENS }],
]);

/**
 * Tokens of items of an input that only the provider keeps: of such as are named by an id alone, or
 * with the type of a reference, the longest prompt; of thoughts and pictures that come without their
 * content, the longest answer of the model and a large picture. Source: OpenAI's API reference, Create response, Input items.
 */
export function keptItemTokens(
  bytes: Uint8Array,
  input: ByteRange,
  { marks, model }: { marks: BodyHints; model: string },
): number {
  const listed = marks.itemsStart === input.start ? marks.items : undefined;
  // They are not needed again.
  marks.items = undefined;
  let tokens = 0;
  for (const item of listed ?? listObjects(bytes, input).elements) {
    tokens += tokensOf(bytes, item, model);
    if (tokens >= KEPT_TOKENS) return KEPT_TOKENS;
  }
  return tokens;
}

/** Of nearly all items a byte of their type tells that they are none of these. */
function tokensOf(bytes: Uint8Array, { members = [] }: ListedObject, model: string): number {
  let hasId = false;
  let type: ByteRange | undefined;
  for (const member of members) {
    const { name } = member;
    if (name === 'role') return NOTHING;
    if (name === 'id') hasId = true;
    else if (name === 'type') type = member;
  }
  if (!hasId) return NOTHING;
  if (!type) return KEPT_TOKENS;
  if (bytes[type.start] === QUOTE && !BEGINNINGS.has(bytes[type.start + 1] as number))
    return NOTHING;
  const kind = valueOf(bytes, type);
  if (kind === null || kind === 'item_reference') return KEPT_TOKENS;
  const kept = ITEMS.get(kind);
  if (!kept) return NOTHING;
  const content = members.findLast(({ name }) => name === kept.content);
  if (content && valueOf(bytes, content)) return NOTHING;
  return kept.tokens ?? maxOutputOf(model);
}

/** What is long is there. */
function valueOf(bytes: Uint8Array, { start, end }: ByteRange): unknown {
  return end - start > TYPE_BYTES_MAX || parseJson(bytes.subarray(start, end));
}
