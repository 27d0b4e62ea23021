import type { OtherDialect } from '../translate/read-members.ts';
import type { TopLevelMember } from '../json/byte-range.ts';
import { numberOf, recordOf, recordsOf, textOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';

/** Prompt tokens at which Anthropic compacts if the request does not say. Source: its SDK types, 1.14. */
const TRIGGER_TOKENS = 150_000;
/** OpenAI does not publish its own; a shorter conversation leaves nothing to gain. */
const UNPUBLISHED_TRIGGER = 50_000;

/**
 * Returns the prompt tokens from which a provider compacts the conversation while it responds; undefined if
 * the request does not allow it. It then reads the conversation twice and writes a summary, and bills both.
 */
export function compactionTrigger(
  dialect: OtherDialect,
  bytes: Uint8Array,
  members: readonly TopLevelMember[],
): number | undefined {
  const member = members.find(({ name }) => name === 'context_management');
  if (!member) return undefined;
  const value = parseJson(bytes.subarray(member.start, member.end));
  if (dialect === 'openai-responses') {
    const found = recordsOf(value).find(({ type }) => type === 'compaction');
    return found && (numberOf(found.compact_threshold) || UNPUBLISHED_TRIGGER);
  }
  const edits = recordsOf(recordOf(value).edits);
  const found = edits.find(({ type }) => textOf(type).startsWith('compact'));
  return found && (numberOf(recordOf(found.trigger).value) || TRIGGER_TOKENS);
}
