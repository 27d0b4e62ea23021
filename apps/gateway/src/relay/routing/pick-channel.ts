import type { ChannelHealth } from '../../domain/channel-health/channel-health.ts';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import { chooseChannel } from './choose-channel.ts';

/** What choosing a channel needs: channel health, and random numbers in [0, 1). */
interface PickContext {
  readonly health: ChannelHealth;
  readonly random: () => number;
}

/** Picks the channel and its key for a request that is sent once: an upload, a batch, a mirror. */
export function pickChannel(
  { health, random }: PickContext,
  tiers: readonly Tier[],
  { model, inputTokens = 0 }: { model: string; inputTokens?: number },
): RuntimeChannel | undefined {
  const criteria = { model, inputTokens, tried: NO_IDS, preferred: undefined, random };
  const choice = chooseChannel(tiers, health, criteria);
  return choice && health.pickKey(choice.channel, { random, tried: NO_KEYS });
}

const NO_IDS: ReadonlySet<number> = new Set();
const NO_KEYS: ReadonlySet<string> = new Set();
