import type { ByteRange, ListedObject, TopLevelMember } from '../json/byte-range.ts';
import type { BodyHints } from '../json/body-hints.ts';
import { maxOutputOf } from '../limits/model-outputs.ts';
import { parseJson } from '../json/parse-json.ts';
import { addNamedItem, type NamedId } from '../state/named-ids.ts';
import { listObjects } from '../json/top-level-members.ts';

/** Longer than any item type, however it is escaped, in bytes. */
const TYPE_BYTES_MAX = 128;
const NOTHING = 0;
const QUOTE = 0x22;
const NULL_START = 0x6e;

/** Tokens that an item represents: a number, the model's longest output, or its longest prompt. */
type Length = number | 'answer' | 'prompt';
const IMAGE_TOKENS = 7700;
/** Tokens reserved for a web search. */
const SEARCH_TOKENS = 10_000;
/** Tokens of the most file chunks that a search returns, each of the usual length. */
const FILE_CHUNKS_TOKENS = 50 * 800;

interface ReferencedItemRule {
  /** Member with the content, in items sent with it; absent if no item has one. */
  readonly content?: string;
  readonly length: Length;
  /** An empty value is valid content, rather than missing content. */
  readonly mayBeEmpty?: true;
}

const stored = (length: Length, content?: string): ReferencedItemRule =>
  content === undefined ? { length } : { length, content };
/** For content that the client created or received: it is sent along, even if empty. */
const inlined = (content: string): ReferencedItemRule => ({
  length: 'prompt',
  content,
  mayBeEmpty: true,
});

/**
 * Length of items referenced by id. Thoughts, summaries and program output count as the model's longest
 * output: otherwise a client could produce a long one once and have it read again and again at the price of a
 * short one. Source: OpenAI's API reference, Create response, Input items.
 */
const ITEMS: ReadonlyMap<unknown, ReferencedItemRule> = new Map<unknown, ReferencedItemRule>([
  ['reasoning', stored('answer', 'encrypted_content')],
  ['compaction', stored('answer', 'encrypted_content')],
  ['image_generation_call', stored(IMAGE_TOKENS, 'result')],
  ['web_search_call', stored(SEARCH_TOKENS)],
  ['x_search_call', stored(SEARCH_TOKENS)],
  ['file_search_call', stored(FILE_CHUNKS_TOKENS, 'results')],
  ['collections_search_call', stored(FILE_CHUNKS_TOKENS, 'results')],
  ['code_interpreter_call', stored('answer', 'outputs')],
  ['shell_call_output', stored('answer', 'output')],
  ['mcp_call', stored('prompt', 'output')],
  ['mcp_list_tools', stored('prompt', 'tools')],
  ['computer_call_output', stored(IMAGE_TOKENS, 'output')],
  ['message', inlined('content')],
  ['function_call', inlined('arguments')],
  ['function_call_output', inlined('output')],
  ['custom_tool_call', inlined('input')],
  ['custom_tool_call_output', inlined('output')],
  ['computer_call', stored(NOTHING)],
  ['local_shell_call', inlined('action')],
  ['local_shell_call_output', inlined('output')],
  ['shell_call', inlined('action')],
  ['apply_patch_call', inlined('operation')],
  ['apply_patch_call_output', inlined('status')],
  ['tool_search_call', inlined('arguments')],
  ['tool_search_output', inlined('tools')],
  ['additional_tools', inlined('tools')],
  ['mcp_approval_request', inlined('arguments')],
  ['mcp_approval_response', stored(NOTHING)],
  ['compaction_trigger', stored(NOTHING)],
]);

/** Members with the content of the most frequent items, and the first letters of their types. */
const CONTENTS = new Set(['content', 'output', 'arguments', 'input']);
const letters = (text: string) => text.charCodeAt(0) * 256 + text.charCodeAt(1);
const FREQUENT = new Set(['message', 'function_call', 'custom_tool_call'].map(letters));

/** Items of an input that only the provider stores. */
export interface ReferencedItems {
  /**
   * Their tokens: the longest prompt (`longest`) for items given only by id or as a reference; their maximum
   * for thoughts, results and images sent without their content.
   */
  readonly tokens: number;
  readonly named: readonly NamedId[];
}

/** Reads the items that an input references; undefined if there are none. */
export function readReferencedItems(
  bytes: Uint8Array,
  input: ByteRange,
  { marks, model, longest }: { marks: BodyHints; model: string; longest: () => number },
): ReferencedItems | undefined {
  const listed = marks.itemsStart === input.start ? marks.items : undefined;
  // Releases the list, which is not needed again.
  marks.items = undefined;
  const items = listed ?? listObjects(bytes, input).elements;
  let tokens = 0;
  let named: NamedId[] | undefined;
  for (const [index, item] of items.entries()) {
    const length = lengthOf(bytes, item);
    if (length === undefined) continue;
    named ??= [];
    addNamedItem(named, bytes, item, { path: `input[${index}]`, opaque: length === 'prompt' });
    if (length === 'prompt') tokens = Infinity;
    else tokens += length === 'answer' ? maxOutputOf(model) : length;
  }
  return named && { tokens: tokens === 0 ? 0 : Math.min(tokens, longest()), named };
}

/**
 * Returns the length of an item sent without its content; undefined for all others. For nearly all items, the
 * member names and two letters of the type suffice to rule them out.
 */
function lengthOf(bytes: Uint8Array, { members = [] }: ListedObject): Length | undefined {
  let hasId = false;
  let isFilled = false;
  let types = 0;
  let type: ByteRange | undefined;
  for (const member of members) {
    const { name } = member;
    if (name === 'id' || name === 'approval_request_id') hasId = true;
    else if (name === 'type') {
      types++;
      type = member;
    } else if (CONTENTS.has(name)) isFilled = bytes[member.start] !== NULL_START;
  }
  if (!hasId) return undefined;
  // Readers differ in which of two types they use.
  if (types > 1) return 'prompt';
  if (isFilled && (type === undefined ? hasRole(members) : isFrequent(bytes, type)))
    return undefined;
  const itemKind = type && ITEMS.get(valueOf(bytes, type));
  if (!itemKind) return 'prompt';
  return includesContent(bytes, members, itemKind) ? undefined : itemKind.length;
}

const hasRole = (members: readonly TopLevelMember[]) => members.some(({ name }) => name === 'role');

function isFrequent(bytes: Uint8Array, { start }: ByteRange): boolean {
  const [first = 0, second = 0] = [bytes[start + 1], bytes[start + 2]];
  return bytes[start] === QUOTE && FREQUENT.has(first * 256 + second);
}

function includesContent(
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
  { content, mayBeEmpty }: ReferencedItemRule,
): boolean {
  const member = members.findLast(({ name }) => name === content);
  const value = member && valueOf(bytes, member);
  if (value === undefined || value === null) return false;
  if (mayBeEmpty) return true;
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** A long value is known to be present, so it is not parsed. */
function valueOf(bytes: Uint8Array, { start, end }: ByteRange): unknown {
  return end - start > TYPE_BYTES_MAX || parseJson(bytes.subarray(start, end));
}
