import type {
  ChannelCatalog,
  RuntimeChannel,
  Tier,
} from '../../domain/channels/channel-catalog.ts';
import type { ChannelHealth } from '../../domain/channel-health/channel-health.ts';
import type { ActiveRule } from '../../domain/traffic/traffic-rules.ts';
import { groupsOf } from '../request/admit.ts';
import type { RelayCall } from '../relay-call.ts';

/** Where a canary or mirror goes. */
export interface TrafficTarget {
  tiers: readonly Tier[];
  /** Undefined for the caller's model. */
  model: string | undefined;
}

/**
 * Returns the target of a rule for a call; undefined if its channel is disabled, in cooldown or lacks the
 * model, or if nothing serves the model to the caller's groups. A channel named by a rule need not serve
 * those groups.
 */
export function findTarget(
  { catalog, health }: { catalog: ChannelCatalog; health: ChannelHealth },
  rule: ActiveRule,
  { holder, clientRequest }: RelayCall,
): TrafficTarget | undefined {
  const model = rule.target_model || undefined;
  const requestedModel = model ?? clientRequest.model;
  const isOpen = (channel: RuntimeChannel) => {
    const state = health.stateOf(channel, requestedModel);
    return state === 'closed' || state === 'half-open';
  };
  if (rule.target_channel_id !== 0) {
    const channel = catalog.find(rule.target_channel_id);
    if (!channel?.enabled || !channel.models.includes(requestedModel) || !isOpen(channel))
      return undefined;
    return { tiers: [{ priority: channel.priority, channels: [channel] }], model };
  }
  for (const group of groupsOf(holder)) {
    const tiers = catalog.tiers(group, requestedModel);
    if (tiers.length > 0)
      return tiers.some(({ channels }) => channels.some(isOpen)) ? { tiers, model } : undefined;
  }
  return undefined;
}
