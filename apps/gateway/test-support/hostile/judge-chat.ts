import { chargeOf } from '../charge-of.ts';
import type { ChargeRow } from './books.ts';
import type { CallPlan } from './call-plan.ts';
import type { RequestedLimits } from './read-limits.ts';

/** What became of a call of text. */
interface ChatFacts {
  plan: CallPlan;
  complete: boolean;
  /** What the upstream was asked; undefined where the call did not get there. */
  asked: RequestedLimits | undefined;
  /** Words of the completion that arrived. */
  words: number;
}

/** Our own count of tokens may differ from the words of a completion by this factor. */
const ESTIMATE_FACTOR = 2;

/** What is wrong with the charge of a call of text; undefined when all is well. */
export function findChatFault(call: ChatFacts, rows: readonly ChargeRow[]): string | undefined {
  const { plan, complete, asked, words } = call;
  const [row] = rows;
  if (rows.length > 1) return 'it is charged twice';
  if (!asked) return row ? 'it never got to an upstream and is charged' : undefined;
  if (!row) {
    if (complete || words > 0) return 'what was delivered is free';
    return isGood(plan.behaviour) ? 'the provider bills it and nobody pays' : undefined;
  }
  // A call that costs anything costs at least 1.
  const isUsed = row.prompt_tokens + row.completion_tokens > 0;
  const formula = Math.max(chargeOf(row), isUsed ? 1 : 0);
  if (row.quota !== formula) return 'its charge is not the formula of its row';
  // Who is sent more than was asked for pays for what was asked.
  if (plan.behaviour !== 'exceeds' && row.completion_tokens * ESTIMATE_FACTOR < words)
    return 'less is charged than was delivered';
  if (plan.behaviour !== 'exceeds' && row.quota > Number(row.other['reserved']))
    return 'it is charged more than was reserved';
  return undefined;
}

/**
 * Whether the upstream stays within its limit: one that exceeds it before the first word is cut
 * off.
 */
function isGood(behaviour: CallPlan['behaviour']): boolean {
  return !['cuts', 'malformed', 'fails', 'exceeds'].includes(behaviour);
}
