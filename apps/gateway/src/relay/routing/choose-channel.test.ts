import { describe, expect, test } from 'vitest';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import type { CircuitBreakerState } from '../../domain/channel-health/circuit-breaker.ts';
import { type ChannelAvailability, chooseChannel, type ChannelCriteria } from './choose-channel.ts';

const channel = (id: number, weight = 0, maxInputTokens = 0) =>
  ({ id, weight, maxInputTokens }) as RuntimeChannel;
const tier = (priority: number, ...channels: RuntimeChannel[]): Tier => ({ priority, channels });
const availability = (
  states: Record<number, [CircuitBreakerState, number]> = {},
): ChannelAvailability => ({
  hasOpenBreakers: Object.keys(states).length > 0,
  stateOf: ({ id }) => states[id]?.[0] ?? 'closed',
  untilMs: ({ id }) => states[id]?.[1] ?? 0,
});
const criteria = (fields: Partial<ChannelCriteria> = {}): ChannelCriteria => ({
  model: 'm',
  inputTokens: 100,
  tried: new Set(),
  preferred: undefined,
  random: () => 0,
  ...fields,
});
const ids = (tiers: Tier[], tried: number[], draws: number[], health = availability()) =>
  draws.map(
    (draw) =>
      chooseChannel(tiers, health, criteria({ tried: new Set(tried), random: () => draw }))?.channel
        .id,
  );

describe('chooseChannel', () => {
  test('a tier is exhausted before the next one is used', () => {
    const tiers = [tier(10, channel(1), channel(2)), tier(0, channel(3))];
    expect(ids(tiers, [1], [0, 0.99])).toEqual([2, 2]);
    expect(ids(tiers, [1, 2], [0.5])).toEqual([3]);
    expect(ids(tiers, [1, 2, 3], [0.5])).toEqual([undefined]);
  });

  test('equal weights of 0 share evenly', () => {
    expect(ids([tier(0, channel(1), channel(2))], [], [0, 0.49, 0.5, 0.99])).toEqual([1, 1, 2, 2]);
  });

  test('traffic follows weight, and weight 0 gets none if others have weight', () => {
    const tiers = [tier(0, channel(1, 3), channel(2, 1), channel(3, 0))];
    expect(ids(tiers, [], [0, 0.74, 0.76, 0.999])).toEqual([1, 1, 2, 2]);
  });

  test('a failed channel is never picked again', () => {
    const tiers = [tier(0, channel(1, 100), channel(2, 1))];
    expect(ids(tiers, [1], [0, 0.5, 0.99])).toEqual([2, 2, 2]);
  });

  test('channels in cooldown or being probed are skipped, half-open ones are not', () => {
    const tiers = [tier(0, channel(1), channel(2), channel(3))];
    const health = availability({ 1: ['cooling', 50], 2: ['trial', 40], 3: ['half-open', 30] });
    expect(ids(tiers, [], [0, 0.99], health)).toEqual([3, 3]);
  });

  test('if all are in cooldown the one that returns first is picked, and each only once', () => {
    const tiers = [tier(9, channel(1)), tier(0, channel(2))];
    const health = availability({ 1: ['cooling', 90], 2: ['cooling', 80] });
    expect(chooseChannel(tiers, health, criteria())).toMatchObject({
      channel: { id: 2 },
      reason: 'last-resort',
    });
    expect(ids(tiers, [2], [0], health)).toEqual([1]);
    expect(ids(tiers, [1, 2], [0], health)).toEqual([undefined]);
  });

  test('a conversation keeps its channel, except against priority, weight 0 or a cooldown', () => {
    const pair = [tier(1, channel(1, 5), channel(2, 5)), tier(0, channel(3))];
    const prefer = (preferred: number, tiers = pair, health = availability()) =>
      chooseChannel(tiers, health, criteria({ preferred }))?.channel.id;
    expect([prefer(1), prefer(2), prefer(3)]).toEqual([1, 2, 1]);
    expect(prefer(2, [tier(0, channel(1, 5), channel(2, 0), channel(3, 1))])).toBe(1);
    expect(prefer(2, pair, availability({ 2: ['cooling', 9] }))).toBe(1);
  });

  test('a prompt clearly over a channel’s limit goes elsewhere, one near it does not', () => {
    const tiers = [tier(1, channel(1, 0, 1000)), tier(0, channel(2, 0, 8000))];
    const choose = (inputTokens: number) =>
      chooseChannel(tiers, availability(), criteria({ inputTokens }))?.channel.id;
    expect([choose(1400), choose(1501), choose(13_000)]).toEqual([1, 2, undefined]);
  });
});
