import { maxOutputOf } from '@tollgate/dialects';

/**
 * The longest response of OpenAI's realtime models, in tokens: from the second generation on, which reasons,
 * and of those before. Source: its model pages, November 2026. A year after the name is no generation.
 */
const LIVE_REASONING = /^(?:.*\/)?gpt-realtime-[2-9](?:\.\d+)?(?:-|$)/;
const LIVE_OPENAI = /^(?:.*\/)?gpt-.*(?:realtime|audio)/;
const RESPONSE_TOKENS = { reasoning: 32_000, openAi: 4096, others: 8192 } as const;

/**
 * Returns the most tokens of one response in a realtime session. `upstreamModel` may be a name that the
 * upstream's owner chose (a deployment): the model that the caller names may then be longer than others.
 */
export function longestResponse(upstreamModel: string, model: string): number {
  return listed(upstreamModel) ?? Math.max(RESPONSE_TOKENS.others, listed(model) ?? 0);
}

function listed(model: string): number | undefined {
  if (LIVE_REASONING.test(model)) return RESPONSE_TOKENS.reasoning;
  if (LIVE_OPENAI.test(model)) return RESPONSE_TOKENS.openAi;
  const tokens = maxOutputOf(model, 0);
  return tokens === 0 ? undefined : tokens;
}
