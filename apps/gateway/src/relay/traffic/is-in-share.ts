import type { ActiveRule } from '../../domain/traffic/traffic-rules.ts';
import { numberOf } from '../routing/conversation-affinity.ts';
import { findChatId } from '../routing/conversation-id.ts';
import type { RelayCall } from '../relay-call.ts';

/**
 * Whether a call is in the share of a rule. A chat stays on its side, decided by a hash of its id, or of its
 * first messages, which is the same on every node. Other calls are assigned at random.
 */
export function isInShare(
  { id, basis_points: share }: ActiveRule,
  call: RelayCall,
  random: () => number,
): boolean {
  const chat = findChatId(call);
  const number = chat === undefined ? random() : numberOf(`${call.holder.userId} ${chat}`, id);
  return number * 10_000 < share;
}
