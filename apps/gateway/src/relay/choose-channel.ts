import type { RuntimeChannel, Tier } from '../domain/channel-catalog.ts';

/**
 * Picks a channel that was not tried yet: the highest tier that has one, weighted at random inside
 * it. When all weights are 0 they count as equal; else a channel of weight 0 gets nothing.
 * `random` answers numbers in [0, 1).
 */
export function chooseChannel(
  tiers: readonly Tier[],
  tried: ReadonlySet<number>,
  random: () => number,
): RuntimeChannel | undefined {
  for (const { channels } of tiers) {
    if (tried.size === 0 && channels.length === 1) return channels[0];
    const candidates = tried.size === 0 ? channels : channels.filter(({ id }) => !tried.has(id));
    if (candidates.length > 0) return chooseByWeight(candidates, random);
  }
  return undefined;
}

function chooseByWeight(
  candidates: readonly RuntimeChannel[],
  random: () => number,
): RuntimeChannel {
  let total = 0;
  for (const { weight } of candidates) total += weight;
  if (total === 0) return candidates[Math.floor(random() * candidates.length)] as RuntimeChannel;
  let point = random() * total;
  for (const candidate of candidates) {
    point -= candidate.weight;
    if (point < 0) return candidate;
  }
  return candidates.findLast(({ weight }) => weight > 0) as RuntimeChannel;
}
