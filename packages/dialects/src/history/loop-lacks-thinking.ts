import { isRecord } from '../json/parse-json.ts';

/**
 * Returns whether the last response in messages for Anthropic called tools and does not (or no longer) begin
 * with thinking. Must be asked about what is sent: a response of which nothing is left is not the last.
 */
export function loopLacksThinking(messages: readonly unknown[]): boolean {
  const last = messages.findLast((message) => isRecord(message) && message.role === 'assistant');
  const content: unknown = isRecord(last) ? last.content : undefined;
  if (!Array.isArray(content)) return false;
  const types = (content as unknown[]).map((block) => (isRecord(block) ? block.type : undefined));
  return types.includes('tool_use') && types[0] !== 'thinking' && types[0] !== 'redacted_thinking';
}
