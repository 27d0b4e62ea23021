import { chargeOf } from '../charge-of.ts';
import type { ChargeRow } from './money-snapshot.ts';
import type { CallPlan } from './call-plan.ts';
import type { RequestedLimits } from './read-limits.ts';

/** The outcome of a text call. */
interface ChatFacts {
  plan: CallPlan;
  complete: boolean;
  /** What the upstream was asked for; undefined if the call did not reach it. */
  limits: RequestedLimits | undefined;
  /** Words of the completion that arrived. */
  words: number;
}

/** Our own token count may differ from the words of a completion by this factor. */
const ESTIMATE_FACTOR = 2;

/** Returns what is wrong with the charge of a text call; undefined if all is well. */
export function findChatFault(call: ChatFacts, rows: readonly ChargeRow[]): string | undefined {
  const { plan, complete, limits, words } = call;
  const [row] = rows;
  if (rows.length > 1) return 'it is charged twice';
  if (!limits) return row ? 'it never got to an upstream and is charged' : undefined;
  if (!row) {
    if (complete || words > 0) return 'what was delivered is free';
    return keepsLimit(plan.behaviour) ? 'the provider bills it and nobody pays' : undefined;
  }
  // A call that costs anything costs at least 1.
  const isUsed = row.prompt_tokens + row.completion_tokens > 0;
  const formula = Math.max(chargeOf(row), isUsed ? 1 : 0);
  if (row.quota !== formula) return 'its charge is not the formula of its row';
  // A caller who is sent more than requested pays for what was requested.
  if (plan.behaviour !== 'exceeds' && row.completion_tokens * ESTIMATE_FACTOR < words)
    return 'less is charged than was delivered';
  if (plan.behaviour !== 'exceeds' && row.quota > Number(row.other['reserved']))
    return 'it is charged more than was reserved';
  return undefined;
}

/** Returns whether the upstream keeps to its limit: one that exceeds it before the first word is cut off. */
function keepsLimit(behaviour: CallPlan['behaviour']): boolean {
  return !['cuts', 'malformed', 'fails', 'exceeds'].includes(behaviour);
}
