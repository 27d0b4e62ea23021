import type { UpstreamFault, UpstreamFaultKind } from '@tollgate/dialects';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createLocalBus } from '../../platform/bus.ts';
import { manualClock } from '../../platform/clock.ts';
import { chooseChannel } from '../../relay/routing/choose-channel.ts';
import type { RuntimeChannel, Tier } from '../channels/channel-catalog.ts';
import type { AttemptReporter } from './attempt-reporter.ts';
import { isBlocked } from './channel-state.ts';
import { ChannelHealth, type ChannelHealthOptions } from './channel-health.ts';

const KINDS: UpstreamFaultKind[] = [
  'auth',
  'quota',
  'rate-limit',
  'overload',
  'timeout',
  'network',
  'server',
  'bad-response',
  'not-found',
  'invalid-request',
];
const MODELS = ['m1', 'm2'];
const CHANNELS = [1, 2, 3].map(
  (id) =>
    ({
      id,
      name: `c${id}`,
      weight: id,
      maxInputTokens: 0,
      variants: [],
      keyFingerprint: `k${id}`,
      key: `key${id}`,
      baseUrl: '',
      autoBan: false,
    }) as unknown as RuntimeChannel,
);
const TIERS: Tier[] = [
  { priority: 9, channels: CHANNELS.slice(0, 2) },
  { priority: 0, channels: CHANNELS.slice(2) },
];

const fault = (kind: UpstreamFaultKind, retryAfterMs: number | undefined) =>
  ({
    kind,
    http: 500,
    bannable: false,
    code: kind,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }) as UpstreamFault;

const opened: ChannelHealth[] = [];
afterEach(() => {
  for (const health of opened.splice(0)) health.close();
});

function openHealth(random: () => number) {
  const clock = manualClock(1_000_000);
  const health = new ChannelHealth({
    clock,
    random,
    bus: createLocalBus(() => {}),
    log: { warn: () => {} },
    options: { number: () => 5, boolean: () => true },
    catalog: { find: (id: number) => CHANNELS.find((channel) => channel.id === id) },
  } as unknown as ChannelHealthOptions);
  opened.push(health);
  return { clock, health };
}

const step = fc.record({
  model: fc.constantFrom(...MODELS),
  draw: fc.double({ min: 0, max: 0.999, noNaN: true }),
  verdict: fc.constantFrom('answered', 'left', 'pending', ...KINDS),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
  advance: fc.integer({ min: 0, max: 20_000 }),
});

/** Runs the steps; calls still pending get their outcome after the last step. */
function play(steps: readonly (typeof step extends fc.Arbitrary<infer One> ? One : never)[]) {
  let draw = 0;
  const { clock, health } = openHealth(() => draw);
  const pending: AttemptReporter[] = [];
  const readings: { heldBack: boolean; reason: string | undefined }[] = [];
  for (const { model, verdict, retryAfterMs, advance, ...rest } of steps) {
    draw = rest.draw;
    clock.advance(advance);
    const criteria = { model, inputTokens: 1, tried: new Set<number>(), preferred: undefined };
    const choice = chooseChannel(TIERS, health, { ...criteria, random: () => draw });
    const channel = choice?.channel as RuntimeChannel;
    readings.push({
      heldBack: isBlocked(health.stateOf(channel, model)),
      reason: choice?.reason,
    });
    const ticket = health.begin(channel, model);
    if (verdict === 'pending') pending.push(ticket);
    else if (verdict === 'answered') ticket.succeeded(10);
    else if (verdict === 'left') ticket.aborted();
    else ticket.failed(fault(verdict, retryAfterMs));
  }
  return { clock, health, pending, seen: readings };
}

test('whatever happens, a call finds a channel, and one that is cooling down only as a last resort', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      for (const { heldBack, reason } of play(steps).seen) {
        expect(reason).toBeDefined();
        expect(heldBack).toBe(reason === 'last-resort');
      }
    }),
    { numRuns: 300 },
  );
});

test('whatever happened, every channel takes calls again within little more than an hour, and successes clear it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { clock, health, pending } = play(steps);
      for (const ticket of pending) ticket.aborted();
      clock.advance(73 * 60_000);
      for (const channel of CHANNELS) {
        for (const model of MODELS) {
          expect(isBlocked(health.stateOf(channel, model))).toBe(false);
          health.begin(channel, model).succeeded(10);
        }
      }
      expect(health.hasOpenBreakers).toBe(false);
      expect(health.describe().every(({ state }) => state === 'closed')).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('of many calls that start together after a cooldown, exactly one is the probe', () => {
  const { clock, health } = openHealth(() => 0.5);
  const [channel] = CHANNELS as [RuntimeChannel];
  for (let call = 0; call < 3; call += 1)
    health.begin(channel, 'm1').failed(fault('network', undefined));
  clock.advance(5000);
  const states = Array.from({ length: 5 }, () => {
    const state = health.stateOf(channel, 'm1');
    if (state === 'half-open') health.begin(channel, 'm1');
    return state;
  });
  expect(states).toEqual(['half-open', 'trial', 'trial', 'trial', 'trial']);
});

test('a cooldown that ended long ago and was never probed is dropped', () => {
  const { clock, health } = openHealth(() => 0.5);
  const [channel] = CHANNELS as [RuntimeChannel];
  health.begin(channel, 'm1').failed(fault('rate-limit', 1000));
  clock.advance(601_000);
  health.dropExpiredCooldowns();
  expect(health.hasOpenBreakers).toBe(true);
  clock.advance(1);
  health.dropExpiredCooldowns();
  expect(health.hasOpenBreakers).toBe(false);
});
