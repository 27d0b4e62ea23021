import type { ClientRequest } from '@tollgate/dialects';
import type { StoredLength } from '../routing/channel-affinity.ts';

/** What a provider may put around the stored turns when it reads them again. Tokens. */
const AROUND_TURNS = 8192;

type Prompt = Pick<ClientRequest, 'promptTokensMax' | 'ownPromptTokensMax'>;

/**
 * The most tokens that are read for a call. Where it continues a response, that is its own prompt and
 * what the model read and wrote for that response, as it counted it; where nobody knows that, the
 * model's longest prompt.
 */
export function longestRead(
  { promptTokensMax, ownPromptTokensMax }: Prompt,
  stored: StoredLength | undefined,
): number {
  if (stored === undefined || ownPromptTokensMax === undefined) return promptTokensMax;
  return Math.min(promptTokensMax, ownPromptTokensMax + stored.tokens + AROUND_TURNS);
}
