import type { ByteRange, ListedObject } from '../json/byte-range.ts';
import { parseJson } from '../json/parse-json.ts';
import { KEPT_TOKENS } from '../token-estimator/estimate-prompt.ts';
import { listObjects } from '../json/top-level-members.ts';

/** Longer than the type of an item, however it is written. */
const TYPE_BYTES_MAX = 128;
/** Long thoughts; the longest would shut out callers who send many short ones. */
const THOUGHT_TOKENS = 16_384;
const PICTURE_TOKENS = 7700;
const NOTHING = 0;

/** What an item stands for that comes by its id, without what is in it. Tokens. */
const ITEMS: ReadonlyMap<unknown, { readonly content: string; readonly tokens: number }> = new Map([
  ['reasoning', { content: 'encrypted_content', tokens: THOUGHT_TOKENS }],
  ['image_generation_call', { content: 'result', tokens: PICTURE_TOKENS }],
]);

/**
 * Tokens of items of an input that only the provider keeps: of such as are named by an id alone, or
 * with the type of a reference, the longest prompt; of thoughts and pictures that come without their
 * content, a long one each. Source: OpenAI's API reference, Create response, Input items.
 */
export function keptItemTokens(bytes: Uint8Array, input: ByteRange): number {
  let tokens = 0;
  for (const item of listObjects(bytes, input).elements) {
    tokens += tokensOf(bytes, item);
    if (tokens >= KEPT_TOKENS) return KEPT_TOKENS;
  }
  return tokens;
}

function tokensOf(bytes: Uint8Array, { members = [] }: ListedObject): number {
  if (!members.some(({ name }) => name === 'id')) return NOTHING;
  if (members.some(({ name }) => name === 'role')) return NOTHING;
  const valueOf = (wanted: string) => {
    const found = members.findLast(({ name }) => name === wanted);
    if (!found) return null;
    // What is long is there.
    return (
      found.end - found.start > TYPE_BYTES_MAX || parseJson(bytes.subarray(found.start, found.end))
    );
  };
  const type = valueOf('type');
  if (type === null || type === 'item_reference') return KEPT_TOKENS;
  const kept = ITEMS.get(type);
  return kept && !valueOf(kept.content) ? kept.tokens : NOTHING;
}
