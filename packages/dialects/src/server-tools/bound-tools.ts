import type { Dialect } from '../ir/dialect.ts';
import { listElements } from '../json/list-elements.ts';
import { decodeText } from '../json/parse-json.ts';
import { changeMembers, type SpliceEdit, applyEdits } from '../json/splice-members.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';
import type { BillableFeatures } from './billable-features.ts';

/** Tokens that a fetched page may add to the prompt if the request sets no limit. */
export const FETCHED_TOKENS_MAX = 25_000;

/**
 * Limits the uses of tools if the client set no limit and the dialect can express one, so that an upstream
 * can't bill more than was reserved; returns the same bytes if nothing has to be limited. Gemini and chat
 * completions can't express limits.
 */
export function boundTools(
  dialect: Dialect,
  bytes: Uint8Array,
  { tools, usesMax }: BillableFeatures,
  maxUses: number,
): Uint8Array {
  if (tools.length === 0) return bytes;
  if (dialect === 'openai-responses')
    return usesMax === undefined
      ? changeMembers(bytes, new Map([['max_tool_calls', String(maxUses)]]))
      : bytes;
  return dialect === 'anthropic-messages' ? boundEach(bytes, tools, maxUses) : bytes;
}

/** Anthropic's tools that accept `max_uses`. */
const LIMITED = new Set(['web_search', 'web_fetch']);

function boundEach(
  bytes: Uint8Array,
  tools: BillableFeatures['tools'],
  usesMax: number,
): Uint8Array {
  const range = scanTopLevelMembers(bytes)?.get('tools');
  if (!range) return bytes;
  const elements = listElements(bytes, range);
  const edits = tools.flatMap(({ family, path, uses, contentTokens }): SpliceEdit[] => {
    const element = elements[Number(/\[(\d+)\]$/.exec(path)?.[1])];
    if (!element || !LIMITED.has(family)) return [];
    const changes = new Map<string, string>();
    if (uses === undefined) changes.set('max_uses', String(usesMax));
    if (family === 'web_fetch' && contentTokens === undefined)
      changes.set('max_content_tokens', String(FETCHED_TOKENS_MAX));
    const tool = bytes.subarray(element.start, element.end);
    return changes.size === 0
      ? []
      : [{ ...element, text: decodeText(changeMembers(tool, changes)) }];
  });
  return applyEdits(bytes, edits);
}
