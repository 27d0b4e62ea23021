import type { ChannelHealthSummary } from '@tollgate/contract';
import type { Domain } from '../domain.ts';
import { isBlocked } from './channel-state.ts';

/** What this node records against a channel, condensed for a list. */
export function summariseHealth(
  { channelHealth, catalog, clock }: Pick<Domain, 'channelHealth' | 'catalog' | 'clock'>,
  channelId: number,
): ChannelHealthSummary {
  const state = channelHealth.stateOfChannel(channelId);
  const nowMs = clock.nowMs();
  const deadKeys = state?.deadKeys ?? new Set();
  const keys = [...(state?.keyBreakers ?? [])];
  const models = [...(state?.modelBreakers.values() ?? [])];
  return {
    state: state?.channelBreaker.state(nowMs) ?? 'closed',
    until_ms: state?.channelBreaker.untilMs ?? 0,
    models_resting: models.filter((breaker) => isBlocked(breaker.state(nowMs))).length,
    keys_resting: keys.filter(
      ([name, breaker]) => !deadKeys.has(name) && isBlocked(breaker.state(nowMs)),
    ).length,
    keys_dead: deadKeys.size,
    key_count: Math.max(1, catalog.find(channelId)?.variants.length ?? 1),
  };
}
