import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import type { CircuitBreakerState } from '../../domain/channel-health/circuit-breaker.ts';

/** Why a channel was taken; kept for the log. */
export type ChoiceReason =
  | 'only'
  | 'weight'
  | 'affinity'
  | 'last-resort'
  | 'next-key'
  | 'pinned'
  | 'hedge';

/** Where a channel stands for one call. */
export type CandidateState = 'open' | 'half-open' | 'cooling' | 'trial' | 'tried' | 'too-long';

export interface Choice {
  readonly channel: RuntimeChannel;
  readonly reason: ChoiceReason;
}

/** What is held against channels; see ChannelHealth. */
export interface ChannelAvailability {
  readonly hasOpenBreakers: boolean;
  stateOf(channel: RuntimeChannel, model: string): CircuitBreakerState;
  untilMs(channel: RuntimeChannel, model: string): number;
}

export interface ChannelCriteria {
  readonly model: string;
  /** Estimate of the prompt. */
  readonly inputTokens: number;
  readonly tried: ReadonlySet<number>;
  /** The channel that served this conversation last. */
  readonly preferred: number | undefined;
  /** Tells the channels that carry all of the call, which go before others of their tier; undefined where all do. */
  readonly isFit?: ((channel: RuntimeChannel) => boolean) | undefined;
  /** Numbers in [0, 1). */
  readonly random: () => number;
}

/** Estimates err: only what is so far beyond a limit is refused without asking the upstream. */
const CLEARLY_OVER = 1.5;

/**
 * Picks a channel that was not tried yet: the highest tier that has an open one, in it the one that
 * the conversation is used to, else weighted at random. When all weights are 0 they count as equal;
 * else a channel of weight 0 gets nothing. When every channel that is left is held back, the one
 * that returns first is taken all the same: a model is never cooled to death.
 */
export function chooseChannel(
  tiers: readonly Tier[],
  watch: ChannelAvailability,
  wish: ChannelCriteria,
): Choice | undefined {
  const health = watch.hasOpenBreakers ? watch : undefined;
  for (const { channels } of tiers) {
    const open = keepOpen(channels, health, wish);
    if (open.length > 0) return chooseAmong(keepFit(open, wish), wish);
  }
  return health && chooseLastResort(tiers, health, wish);
}

/** True when a prompt is far beyond what the channel takes. */
function isTooLong({ maxInputTokens }: RuntimeChannel, inputTokens: number): boolean {
  return maxInputTokens > 0 && inputTokens > maxInputTokens * CLEARLY_OVER;
}

/** Where a channel stands for a call. */
export function candidateState(
  channel: RuntimeChannel,
  watch: ChannelAvailability | undefined,
  { model, inputTokens, tried }: Pick<ChannelCriteria, 'model' | 'inputTokens' | 'tried'>,
): CandidateState {
  if (tried.has(channel.id)) return 'tried';
  if (isTooLong(channel, inputTokens)) return 'too-long';
  const state = watch?.stateOf(channel, model) ?? 'closed';
  return state === 'closed' ? 'open' : state;
}

function keepOpen(
  channels: readonly RuntimeChannel[],
  watch: ChannelAvailability | undefined,
  wish: ChannelCriteria,
): readonly RuntimeChannel[] {
  const isOpen = (channel: RuntimeChannel) => {
    const state = candidateState(channel, watch, wish);
    return state === 'open' || state === 'half-open';
  };
  return channels.every(isOpen) ? channels : channels.filter(isOpen);
}

/** What a channel can't carry would be left out, or the call refused. */
function keepFit(
  open: readonly RuntimeChannel[],
  { isFit }: ChannelCriteria,
): readonly RuntimeChannel[] {
  if (!isFit) return open;
  const fit = open.filter(isFit);
  return fit.some(({ weight }) => weight > 0) || fit.length === open.length ? fit : open;
}

function chooseAmong(open: readonly RuntimeChannel[], wish: ChannelCriteria): Choice {
  if (open.length === 1) return { channel: open[0] as RuntimeChannel, reason: 'only' };
  let total = 0;
  let preferred: RuntimeChannel | undefined;
  for (const channel of open) {
    total += channel.weight;
    if (channel.id === wish.preferred) preferred = channel;
  }
  if (preferred && (total === 0 || preferred.weight > 0))
    return { channel: preferred, reason: 'affinity' };
  return { channel: chooseByWeight(open, total, wish.random), reason: 'weight' };
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
  watch: ChannelAvailability,
  wish: ChannelCriteria,
): Choice | undefined {
  let soonest: RuntimeChannel | undefined;
  let soonestMs = Infinity;
  for (const { channels } of tiers) {
    for (const channel of channels) {
      const state = candidateState(channel, watch, wish);
      if (state !== 'cooling' && state !== 'trial') continue;
      const untilMs = watch.untilMs(channel, wish.model);
      if (untilMs >= soonestMs) continue;
      soonest = channel;
      soonestMs = untilMs;
    }
  }
  return soonest && { channel: soonest, reason: 'last-resort' };
}
