import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import type { CircuitBreakerState } from '../../domain/channel-health/circuit-breaker.ts';

/** Why a channel was chosen; logged. */
export type ChoiceReason =
  | 'only'
  | 'weight'
  | 'affinity'
  | 'last-resort'
  | 'next-key'
  | 'pinned'
  | 'hedge';

/** The state of a channel for one call. */
export type CandidateState = 'open' | 'half-open' | 'cooling' | 'trial' | 'tried' | 'too-long';

export interface Choice {
  readonly channel: RuntimeChannel;
  readonly reason: ChoiceReason;
}

/** Availability of channels; see ChannelHealth. */
export interface ChannelAvailability {
  readonly hasOpenBreakers: boolean;
  stateOf(channel: RuntimeChannel, model: string): CircuitBreakerState;
  untilMs(channel: RuntimeChannel, model: string): number;
}

export interface ChannelCriteria {
  readonly model: string;
  /** Estimated prompt tokens. */
  readonly inputTokens: number;
  readonly tried: ReadonlySet<number>;
  /** The channel that last served this conversation. */
  readonly preferred: number | undefined;
  /**
   * Whether a channel supports everything the call uses; such channels are preferred within their tier.
   * Undefined if all do.
   */
  readonly isFit?: ((channel: RuntimeChannel) => boolean) | undefined;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
}

/** Estimates are imprecise: only a prompt this far over a limit is refused without calling the upstream. */
const CLEARLY_OVER = 1.5;

/**
 * Picks a channel that has not been attempted: in the highest tier with an open channel, the one with
 * affinity for the conversation, otherwise a weighted random choice. If all weights are 0 they count as
 * equal; otherwise a channel of weight 0 is never picked. If every remaining channel is in cooldown, picks
 * the one that returns first, so that a model never becomes unavailable by cooldown alone.
 */
export function chooseChannel(
  tiers: readonly Tier[],
  availability: ChannelAvailability,
  criteria: ChannelCriteria,
): Choice | undefined {
  const health = availability.hasOpenBreakers ? availability : undefined;
  for (const { channels } of tiers) {
    const open = keepOpen(channels, health, criteria);
    if (open.length > 0) return chooseAmong(keepFit(open, criteria), criteria);
  }
  return health && chooseLastResort(tiers, health, criteria);
}

/** Whether a prompt is far over the channel's limit. */
function isTooLong({ maxInputTokens }: RuntimeChannel, inputTokens: number): boolean {
  return maxInputTokens > 0 && inputTokens > maxInputTokens * CLEARLY_OVER;
}

/** Returns the state of a channel for a call. */
export function candidateState(
  channel: RuntimeChannel,
  availability: ChannelAvailability | undefined,
  { model, inputTokens, tried }: Pick<ChannelCriteria, 'model' | 'inputTokens' | 'tried'>,
): CandidateState {
  if (tried.has(channel.id)) return 'tried';
  if (isTooLong(channel, inputTokens)) return 'too-long';
  const state = availability?.stateOf(channel, model) ?? 'closed';
  return state === 'closed' ? 'open' : state;
}

function keepOpen(
  channels: readonly RuntimeChannel[],
  availability: ChannelAvailability | undefined,
  criteria: ChannelCriteria,
): readonly RuntimeChannel[] {
  const isOpen = (channel: RuntimeChannel) => {
    const state = candidateState(channel, availability, criteria);
    return state === 'open' || state === 'half-open';
  };
  return channels.every(isOpen) ? channels : channels.filter(isOpen);
}

/** Prefers channels that support everything: others would drop features or refuse the call. */
function keepFit(
  open: readonly RuntimeChannel[],
  { isFit }: ChannelCriteria,
): readonly RuntimeChannel[] {
  if (!isFit) return open;
  const fit = open.filter(isFit);
  return fit.some(({ weight }) => weight > 0) || fit.length === open.length ? fit : open;
}

function chooseAmong(open: readonly RuntimeChannel[], criteria: ChannelCriteria): Choice {
  if (open.length === 1) return { channel: open[0] as RuntimeChannel, reason: 'only' };
  let total = 0;
  let preferred: RuntimeChannel | undefined;
  for (const channel of open) {
    total += channel.weight;
    if (channel.id === criteria.preferred) preferred = channel;
  }
  if (preferred && (total === 0 || preferred.weight > 0))
    return { channel: preferred, reason: 'affinity' };
  return { channel: chooseByWeight(open, total, criteria.random), reason: 'weight' };
}

function chooseByWeight(
  candidates: readonly RuntimeChannel[],
  total: number,
  random: () => number,
): RuntimeChannel {
  if (total === 0) return candidates[Math.floor(random() * candidates.length)] as RuntimeChannel;
  let point = random() * total;
  for (const candidate of candidates) {
    point -= candidate.weight;
    if (point < 0) return candidate;
  }
  return candidates.findLast(({ weight }) => weight > 0) as RuntimeChannel;
}

function chooseLastResort(
  tiers: readonly Tier[],
  availability: ChannelAvailability,
  criteria: ChannelCriteria,
): Choice | undefined {
  let soonest: RuntimeChannel | undefined;
  let soonestMs = Infinity;
  for (const { channels } of tiers) {
    for (const channel of channels) {
      const state = candidateState(channel, availability, criteria);
      if (state !== 'cooling' && state !== 'trial') continue;
      const untilMs = availability.untilMs(channel, criteria.model);
      if (untilMs >= soonestMs) continue;
      soonest = channel;
      soonestMs = untilMs;
    }
  }
  return soonest && { channel: soonest, reason: 'last-resort' };
}
