import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { type ChannelState, isBlocked } from './channel-state.ts';

/** Names the key that a call must not use again: `<channel id> <fingerprint>`. */
export function keyName({ id, keyFingerprint }: RuntimeChannel): string {
  return `${id} ${keyFingerprint}`;
}

export interface KeyCriteria {
  nowMs: number;
  random: () => number;
  /** Names of keys that this call has tried. */
  tried: ReadonlySet<string>;
  /** The key that served this conversation last. */
  preferred?: string | undefined;
}

/**
 * Picks the key that the next call should use: round-robin or random, skipping keys that are cooling down.
 * When all are, the one whose cooldown ends first; undefined when the call has tried every key. The cost
 * doesn't depend on the number of healthy keys.
 */
export function pickKey(
  channel: RuntimeChannel,
  state: ChannelState | undefined,
  { nowMs, random, tried, preferred }: KeyCriteria,
): RuntimeChannel | undefined {
  const { variants } = channel;
  const isUntried = (variant: RuntimeChannel) => tried.size === 0 || !tried.has(keyName(variant));
  if (variants.length === 0 || !state) return isUntried(channel) ? channel : undefined;
  const isFree = (variant: RuntimeChannel) =>
    isUntried(variant) &&
    (state.keyBreakers.size === 0 || !isBlocked(state.keyState(variant.keyFingerprint, nowMs)));
  const preferredVariant =
    preferred === undefined
      ? undefined
      : variants.find(({ keyFingerprint }) => keyFingerprint === preferred);
  if (preferredVariant && isFree(preferredVariant)) return preferredVariant;
  const picked =
    channel.policy.multiKey === 'random'
      ? pickRandom(variants, isFree, random)
      : inTurn(variants, isFree, state);
  return picked ?? earliest(variants.filter(isUntried), state);
}

type Check = (variant: RuntimeChannel) => boolean;

function pickRandom(
  variants: readonly RuntimeChannel[],
  isFree: Check,
  random: () => number,
): RuntimeChannel | undefined {
  const first = variants[Math.floor(random() * variants.length)];
  if (first && isFree(first)) return first;
  const free = variants.filter(isFree);
  return free[Math.floor(random() * free.length)];
}

function inTurn(
  variants: readonly RuntimeChannel[],
  isFree: Check,
  state: ChannelState,
): RuntimeChannel | undefined {
  for (let step = 0; step < variants.length; step += 1) {
    const at = (state.nextKey + step) % variants.length;
    const variant = variants[at];
    if (!variant || !isFree(variant)) continue;
    state.nextKey = (at + 1) % variants.length;
    return variant;
  }
  return undefined;
}

function earliest(
  variants: readonly RuntimeChannel[],
  { keyBreakers }: ChannelState,
): RuntimeChannel | undefined {
  const untilOf = ({ keyFingerprint }: RuntimeChannel) =>
    keyBreakers.get(keyFingerprint)?.untilMs ?? 0;
  return variants.toSorted((left, right) => untilOf(left) - untilOf(right))[0];
}
