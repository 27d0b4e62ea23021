import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { fromBase64, toBase64 } from '../signing/encodings.ts';

/** Types of items with a summary of the earlier conversation; the second is Codex's older name. */
export const COMPACTIONS: ReadonlySet<unknown> = new Set(['compaction', 'compaction_summary']);

/** Distinguishes our summaries from providers' sealed ones; the text follows as base64. */
const MARK = 'tg1.c.';
const HEADING = 'Summary of the conversation up to here:';

/** Encodes a summary made by this gateway in the form that a client carries. */
export function sealSummary(summary: string): string {
  return MARK + toBase64(encodeText(summary));
}

/** Decodes the summary in a compaction item; undefined for one that only its provider can read. */
export function readSummary(encryptedContent: unknown): string | undefined {
  if (typeof encryptedContent !== 'string' || !encryptedContent.startsWith(MARK)) return undefined;
  const bytes = fromBase64(encryptedContent.slice(MARK.length));
  return bytes && decodeText(bytes);
}

/** Renders what a model reads in place of the summarized turns. */
export function renderSummary(summary: string): string {
  return `${HEADING}\n\n${summary}`;
}

/**
 * Converts a compaction item to a message that every upstream reads; undefined for one that only its provider
 * can read.
 */
export function messageOfCompaction(item: JsonObject): JsonObject | undefined {
  const summary = COMPACTIONS.has(item.type) ? readSummary(item.encrypted_content) : undefined;
  if (summary === undefined) return undefined;
  const content = [{ type: 'input_text', text: renderSummary(summary) }];
  return { type: 'message', role: 'user', content };
}

/** The prompt that makes a model compact a conversation if its provider has no compaction of its own. */
export const SUMMARY_PROMPT = `The conversation above has grown too long and is about to be replaced by your summary of it. Write everything that whoever goes on needs to know, and nothing else:
- what the user wants, with all constraints and preferences that were stated;
- what was done and found out so far: decisions, files, commands, results, errors, with exact names, paths and values;
- the present state, and what remains to be done, step by step.
Do not call tools, do not continue the task and do not address anybody. Answer with the summary alone.`;
