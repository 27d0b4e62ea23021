import type { ClientRequest } from '@tollgate/dialects';
import type { StoredLength } from '../routing/channel-affinity.ts';

/** Tokens that a provider may add to stored turns when it reads them again. */
const AROUND_TURNS = 8192;

type Prompt = Pick<ClientRequest, 'promptTokensMax' | 'ownPromptTokensMax'>;

/**
 * Returns the most prompt tokens that are read for a call. If it continues a response, these are its own and
 * those that the model reported to have read and written for that response; if they are unknown, as many as
 * the model's longest prompt.
 */
export function longestRead(
  { promptTokensMax, ownPromptTokensMax }: Prompt,
  stored: StoredLength | undefined,
): number {
  if (stored === undefined || ownPromptTokensMax === undefined) return promptTokensMax;
  return Math.min(promptTokensMax, ownPromptTokensMax + stored.tokens + AROUND_TURNS);
}
