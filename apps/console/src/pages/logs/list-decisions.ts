import type { LogOther } from '@tollgate/contract';

/** Channels of one priority; weight and state are only recorded if the first attempt was not the answer. */
export interface Tier {
  priority: number;
  channels: readonly { id: number; weight?: number; state?: string }[];
  /** Number of further channels that were not recorded. */
  more?: number | undefined;
}

export interface Decision {
  why: string;
  tiers: readonly Tier[];
}

/** Returns the routing decisions of a call in order; one without weights if the first attempt succeeded. */
export function listDecisions({
  why = '',
  candidates,
  decisions,
}: NonNullable<LogOther['admin_info']>): Decision[] {
  if (decisions)
    return decisions.map((decision) => ({
      why: decision.why,
      tiers: decision.tiers.map(({ priority, channels, more }) => ({
        priority,
        channels: channels.map(([id, weight, state]) => ({ id, weight, state })),
        more,
      })),
    }));
  if (!candidates) return [];
  const tiers = candidates.map(([priority, ids]) => ({
    priority,
    channels: ids.map((id) => ({ id })),
  }));
  return [{ why, tiers }];
}
