import { proveThought } from '../thought-proof.ts';

/** Thoughts that Anthropic shows to nobody, and wants back all the same. */
export const REDACTED = { type: 'redacted_thinking', data: 'cmVkYWN0ZWQtYnktYW50aHJvcGlj' };

/** The signature under a thought. */
export function signThought(thought: string): string {
  return proveThought('anthropic', thought);
}
