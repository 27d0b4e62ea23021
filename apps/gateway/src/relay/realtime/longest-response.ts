import { maxOutputOf } from '@tollgate/dialects';

/** OpenAI's realtime models respond with at most 4,096 tokens. Source: its model pages, November 2026. */
const LIVE_OPENAI = /^(?:.*\/)?gpt-.*(?:realtime|audio)/;
/** The longest response of OpenAI's realtime models, and of others that are not listed, in tokens. */
const RESPONSE_TOKENS = { openAi: 4096, others: 8192 } as const;

/** Returns the most tokens of one response of a model in a realtime session. */
export function longestResponse(model: string): number {
  if (LIVE_OPENAI.test(model)) return RESPONSE_TOKENS.openAi;
  return maxOutputOf(model, RESPONSE_TOKENS.others);
}
