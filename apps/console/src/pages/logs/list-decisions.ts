import type { LogOther } from '@tollgate/contract';

/** Channels of one priority; weight and state are told only where the way was not plain. */
export interface Tier {
  priority: number;
  channels: readonly { id: number; weight?: number; state?: string }[];
  /** Channels beyond those told. */
  more?: number | undefined;
}

export interface Decision {
  why: string;
  tiers: readonly Tier[];
}

/** The decisions on the way of a call, in order; one without weights where the first try was the answer. */
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
