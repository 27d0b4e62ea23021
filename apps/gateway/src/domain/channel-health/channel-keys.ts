import type { RuntimeChannel } from '../channel-catalog.ts';
import { type ChannelState, isHeldBack } from './channel-state.ts';

/** What a call must not use again: `<channel id> <fingerprint>`. */
export function keyName({ id, keyFingerprint }: RuntimeChannel): string {
  return `${id} ${keyFingerprint}`;
}

export interface KeyWish {
  nowMs: number;
  random: () => number;
  /** Names of keys that this call has tried. */
  tried: ReadonlySet<string>;
  /** The key that served this conversation last. */
  preferred?: string | undefined;
}

/**
 * The channel with the one of its keys that the next call shall use: in turn or at random, passing
 * over keys that are set aside. When all are, the one that returns first; undefined when the call
 * has tried every key.
 */
export function pickKey(
  channel: RuntimeChannel,
  state: ChannelState | undefined,
  { nowMs, random, tried, preferred }: KeyWish,
): RuntimeChannel | undefined {
  const { variants } = channel;
  if (variants.length === 0) return tried.has(keyName(channel)) ? undefined : channel;
  const open = variants.filter((variant) => !tried.has(keyName(variant)));
  const isFree = ({ keyFingerprint }: RuntimeChannel) =>
    !state || !isHeldBack(state.keyState(keyFingerprint, nowMs));
  const kept = open.find(({ keyFingerprint }) => keyFingerprint === preferred);
  if (kept && isFree(kept)) return kept;
  const free = open.filter(isFree);
  if (free.length === 0) return earliest(open, state);
  if (channel.policy.multiKey === 'random') return free[Math.floor(random() * free.length)];
  return inTurn(variants, free, state);
}

function inTurn(
  variants: readonly RuntimeChannel[],
  free: readonly RuntimeChannel[],
  state: ChannelState | undefined,
): RuntimeChannel | undefined {
  if (!state) return free[0];
  for (let step = 0; step < variants.length; step += 1) {
    const variant = variants[(state.nextKey + step) % variants.length];
    if (!variant || !free.includes(variant)) continue;
    state.nextKey = (state.nextKey + step + 1) % variants.length;
    return variant;
  }
  return undefined;
}

function earliest(
  open: readonly RuntimeChannel[],
  state: ChannelState | undefined,
): RuntimeChannel | undefined {
  const untilOf = ({ keyFingerprint }: RuntimeChannel) =>
    state?.keyCircuits.get(keyFingerprint)?.untilMs ?? 0;
  return open.toSorted((left, right) => untilOf(left) - untilOf(right))[0];
}
