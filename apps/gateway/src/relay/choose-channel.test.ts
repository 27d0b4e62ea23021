import { describe, expect, test } from 'vitest';
import type { RuntimeChannel, Tier } from '../domain/channel-catalog.ts';
import { chooseChannel } from './choose-channel.ts';

const channel = (id: number, weight = 0) => ({ id, weight }) as RuntimeChannel;
const tier = (priority: number, ...channels: RuntimeChannel[]): Tier => ({ priority, channels });
const ids = (tiers: Tier[], tried: number[], draws: number[]) =>
  draws.map((draw) => chooseChannel(tiers, new Set(tried), () => draw)?.id);

describe('chooseChannel', () => {
  test('a tier is used up before the next one is touched', () => {
    const tiers = [tier(10, channel(1), channel(2)), tier(0, channel(3))];
    expect(ids(tiers, [1], [0, 0.99])).toEqual([2, 2]);
    expect(ids(tiers, [1, 2], [0.5])).toEqual([3]);
    expect(ids(tiers, [1, 2, 3], [0.5])).toEqual([undefined]);
  });

  test('equal weights of 0 share evenly', () => {
    expect(ids([tier(0, channel(1), channel(2))], [], [0, 0.49, 0.5, 0.99])).toEqual([1, 1, 2, 2]);
  });

  test('traffic follows weight, and weight 0 beside others gets none', () => {
    const tiers = [tier(0, channel(1, 3), channel(2, 1), channel(3, 0))];
    expect(ids(tiers, [], [0, 0.74, 0.76, 0.999])).toEqual([1, 1, 2, 2]);
  });

  test('a failed channel is never drawn again', () => {
    const tiers = [tier(0, channel(1, 100), channel(2, 1))];
    expect(ids(tiers, [1], [0, 0.5, 0.99])).toEqual([2, 2, 2]);
  });
});
