import type { UpstreamFault, UpstreamFaultKind } from '@tollgate/dialects';
import { afterEach, expect, test } from 'vitest';
import { type Bus, type ChannelHealthEvent, createLocalBus } from '../../platform/bus.ts';
import { manualClock } from '../../platform/clock.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { ChannelHealth, type ChannelHealthOptions } from './channel-health.ts';

const one = (fields: object) =>
  ({
    id: 1,
    name: 'c',
    key: 'a',
    baseUrl: '',
    enabled: true,
    policy: {},
    autoBan: false,
    ...fields,
  }) as unknown;
const KEYS = ['a', 'b'].map((keyFingerprint) => one({ keyFingerprint, variants: [] }));
const CHANNEL = one({ keyFingerprint: 'a', variants: KEYS }) as RuntimeChannel;
const [KEY_A, KEY_B] = KEYS.map((key) => Object.assign(key as object, { keyOf: CHANNEL })) as [
  RuntimeChannel,
  RuntimeChannel,
];

const fault = (kind: UpstreamFaultKind, more: Partial<UpstreamFault> = {}) =>
  ({ kind, http: 500, bannable: false, code: kind, excerpt: '', ...more }) as UpstreamFault;

const opened: ChannelHealth[] = [];
afterEach(() => {
  for (const health of opened.splice(0)) health.close();
});

/** Two connected nodes whose clocks disagree. */
function openNodes() {
  const buses: Bus[] = [];
  const events: ChannelHealthEvent[] = [];
  const nodes = [1_000_000, 5_000_000].map((nowMs, index) => {
    const clock = manualClock(nowMs);
    const bus: Bus = {
      ...createLocalBus(() => {}),
      broadcast(news) {
        events.push(news);
        buses[1 - index]?.deliverBroadcast(news);
      },
    };
    buses.push(bus);
    const catalog = {
      channel: CHANNEL,
      find: (id: number) => (id === 1 ? catalog.channel : undefined),
    };
    const health = new ChannelHealth({
      clock,
      bus,
      catalog,
      random: () => 0.5,
      log: { warn: () => {} },
      options: { number: () => 0, boolean: () => true },
    } as unknown as ChannelHealthOptions);
    opened.push(health);
    return { health, clock, bus, catalog };
  });
  return { first: nodes[0] as Node, second: nodes[1] as Node, told: events };
}
interface Node {
  health: ChannelHealth;
  clock: ReturnType<typeof manualClock>;
  bus: Bus;
  catalog: { channel: RuntimeChannel };
}

const keysOf = ({ health }: Node) =>
  health.describe()[0]?.keys.map(({ name, state, dead: isDead }) => [name, state, isDead]) ?? [];
const pick = ({ health }: Node) =>
  health.pickKey(CHANNEL, { random: () => 0, tried: new Set(), preferred: undefined })
    ?.keyFingerprint;

test('a key that the provider refused on one node is skipped on the other until it succeeds again', () => {
  const { first, second } = openNodes();
  first.health.begin(KEY_A, 'm').failed(fault('auth', { bannable: true }));
  expect(keysOf(second)).toEqual([['a', 'cooling', true]]);
  const faultOf = ({ health }: Node) => health.describe()[0]?.keys[0]?.fault?.what;
  expect(faultOf(second)).toBe(faultOf(first));
  expect(faultOf(second)).toContain('auth');
  expect([pick(second), pick(second)]).toEqual(['b', 'b']);
  first.clock.advance(61_000);
  first.health.begin(KEY_A, 'm').succeeded(1);
  expect(keysOf(second)).toEqual([]);
  expect(second.health.hasOpenBreakers).toBe(false);
});

test('a cooldown lasts equally long on the other node, whatever its clock shows, and later ones continue to grow from it', () => {
  const { first, second } = openNodes();
  first.health.begin(KEY_A, 'm').failed(fault('rate-limit', { retryAfterMs: 30_000 }));
  second.clock.advance(29_999);
  expect(keysOf(second)).toEqual([['a', 'cooling', false]]);
  second.clock.advance(1);
  expect(keysOf(second)).toEqual([['a', 'half-open', false]]);
  second.health.begin(KEY_A, 'm').failed(fault('rate-limit'));
  expect(second.health.untilMs(CHANNEL, 'm')).toBe(0);
  const until = second.health.describe()[0]?.keys[0]?.until_ms;
  expect(until).toBe(second.clock.nowMs() + 10_000);
});

test('every node remembers when a channel cooled down and why, and when calls reached it again', () => {
  const { first, second } = openNodes();
  const kinds = ({ health }: Node) => health.recentCooldowns(1).map(({ kind }) => kind);
  first.health.begin(KEY_A, 'm').failed(fault('rate-limit', { retryAfterMs: 30_000, http: 429 }));
  first.health.begin(KEY_A, 'm').failed(fault('rate-limit', { retryAfterMs: 30_000, http: 429 }));
  for (const { health } of [first, second])
    expect(health.recentCooldowns(1)).toEqual([
      expect.objectContaining({
        scope: 'key',
        name: 'a',
        seconds: 30,
        fault: '429 rate-limit (rate-limit)',
      }),
    ]);
  first.clock.advance(30_000);
  for (let call = 0; call < 2; call += 1) first.health.begin(KEY_A, 'm').succeeded(1);
  expect([kinds(first), kinds(second)]).toEqual([
    ['cooled', 'back'],
    ['cooled', 'back'],
  ]);
});

test('a network failure stays local to its node, and successes of another node do not end it', () => {
  const { first, second, told: events } = openNodes();
  for (let call = 0; call < 3; call += 1) first.health.begin(KEY_A, 'm').failed(fault('network'));
  expect(first.health.stateOf(CHANNEL, 'm')).toBe('cooling');
  second.health.begin(KEY_B, 'm').succeeded(1);
  expect(events).toEqual([]);
  expect(second.health.stateOf(CHANNEL, 'm')).toBe('closed');
  expect(first.health.stateOf(CHANNEL, 'm')).toBe('cooling');
});

test('a passed test or re-enabling a channel clears everything on every node', async () => {
  const { first, second } = openNodes();
  const areTroubled = () => [first, second].map(({ health }) => health.hasOpenBreakers);
  for (let call = 0; call < 3; call += 1) first.health.begin(KEY_A, 'm').failed(fault('server'));
  expect(second.health.stateOf(CHANNEL, 'm')).toBe('cooling');
  first.health.reset(1);
  expect(areTroubled()).toEqual([false, false]);

  second.health.begin(KEY_A, 'm').failed(fault('auth', { bannable: true }));
  expect(areTroubled()).toEqual([true, true]);
  for (const enabled of [false, true])
    for (const { bus, catalog } of [first, second]) {
      catalog.channel = { ...CHANNEL, enabled };
      await bus.deliver({ change: { topic: 'channels' }, version: 1 });
    }
  expect(areTroubled()).toEqual([false, false]);
});

test('an outage of the only key is broadcast at most once per second, not once per call', () => {
  const { first, told: events } = openNodes();
  first.catalog.channel = { ...CHANNEL, variants: [] };
  for (let call = 0; call < 500; call += 1) {
    first.clock.advance(10);
    first.health
      .begin(first.catalog.channel, 'm')
      .failed(fault('rate-limit', { retryAfterMs: 60_000 }));
  }
  expect(events.length).toBeGreaterThan(3);
  expect(events.length).toBeLessThan(8);
});

test('an outage of a whole channel is broadcast without a model or key, and starts the cooldown everywhere', () => {
  const { first, second, told: events } = openNodes();
  for (let call = 0; call < 3; call += 1) first.health.begin(KEY_A, 'm').failed(fault('server'));
  expect(events).toMatchObject([{ about: 'cooldown', scope: 'channel', name: '' }]);
  expect(second.health.stateOf(CHANNEL, 'other')).toBe('cooling');
});

test('a cooldown of a key is adopted only by a channel that has this key', () => {
  const { first, second } = openNodes();
  second.catalog.channel = { ...CHANNEL, variants: [KEY_A] };
  first.health.begin(KEY_B, 'm').failed(fault('auth', { bannable: true }));
  expect(keysOf(second)).toEqual([]);
  first.health.begin(KEY_A, 'm').failed(fault('auth', { bannable: true }));
  expect(keysOf(second)).toEqual([['a', 'cooling', true]]);
});

test('while every key is cooling down, the one whose cooldown ends first is the last resort', () => {
  const { first } = openNodes();
  first.health.begin(KEY_A, 'm').failed(fault('rate-limit', { retryAfterMs: 60_000 }));
  first.health.begin(KEY_B, 'm').failed(fault('rate-limit', { retryAfterMs: 30_000 }));
  expect(pick(first)).toBe('b');
});

test('after lost messages about re-enabled keys, all keys are cleared', async () => {
  const { first, second } = openNodes();
  first.health.begin(KEY_A, 'm').failed(fault('auth', { bannable: true }));
  await second.bus.deliver({ change: { topic: 'release', id: 9 }, version: 7 });
  expect(keysOf(second)).toEqual([]);
  expect(keysOf(first)).toHaveLength(1);
});
