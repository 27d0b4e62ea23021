import type { UsageClaim } from '@tollgate/contract';
import type { UpstreamFault } from '@tollgate/dialects';
import type { Bus, ChannelHealthEvent } from '../../platform/bus.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { setResponseTimes } from '../../store/channels-repository.ts';
import { AttemptReporter, type AttemptReceiver } from './attempt-reporter.ts';
import { type KeyCriteria, pickKey } from './channel-keys.ts';
import { type StartedCooldown, type CallMark, ChannelState } from './channel-state.ts';
import type { CircuitBreakerState } from './circuit-breaker.ts';
import { type ChannelHealthView, describeState } from './describe-state.ts';
import { isUpstreamVerdict } from './fault-rules.ts';
import { registerHealthMetrics } from './health-metrics.ts';
import { type CooldownEvent, RecentCooldowns } from './recent-cooldowns.ts';
import { ChannelAutoDisabler, type ChannelAutoDisablerOptions } from './channel-auto-disabler.ts';
import type { ChannelCatalog, RuntimeChannel } from '../channels/channel-catalog.ts';
import type { OptionStore } from '../options/options.ts';
import { observeUpstreamLatency } from './upstream-latency.ts';

export interface ChannelHealthOptions extends ChannelAutoDisablerOptions {
  bus: Bus;
  options: OptionStore;
  catalog: ChannelCatalog;
  /** Source of jitter for cooldowns, in [0, 1). */
  random?: () => number;
}

const SWEEP_EVERY_MS = 60_000;

/**
 * Health of the channels as this node sees it, in memory: which are cooling down, which may be probed, how
 * fast they respond. Verdicts of an upstream are broadcast to the other nodes, best effort. Disables and
 * enables channels as the options allow. Rules: docs/decisions/0009.
 */
export class ChannelHealth implements AttemptReceiver {
  readonly #states = new Map<number, ChannelState>();
  /** Ids of channels with anything recorded against them. While empty, choosing a channel costs nothing. */
  readonly #withOpenBreakers = new Set<number>();
  readonly #settings: ChannelHealthOptions;
  readonly #switch: ChannelAutoDisabler;
  readonly #random: () => number;
  readonly #cooldowns = new RecentCooldowns();
  readonly #timer: NodeJS.Timeout;
  readonly #ends: readonly (() => void)[];

  constructor(settings: ChannelHealthOptions) {
    this.#settings = settings;
    this.#switch = new ChannelAutoDisabler(settings);
    this.#random = settings.random ?? Math.random;
    registerHealthMetrics(this.#states, () => settings.clock.nowMs());
    this.#ends = [
      settings.bus.subscribe((change) => {
        if (change.topic === 'channels') this.#followCatalog();
        if (change.topic === 'release') this.#release(change);
      }),
      settings.bus.onBroadcast((event) => this.#onEvent(event)),
    ];
    this.#timer = setInterval(() => this.#sweep(), SWEEP_EVERY_MS);
    this.#timer.unref();
  }

  /** Whether any channel is held back. */
  get hasOpenBreakers(): boolean {
    return (
      this.#withOpenBreakers.size > 0 && this.#settings.options.boolean('ChannelCooldownEnabled')
    );
  }

  /** Returns whether calls to a model may go to a channel now. */
  stateOf(channel: RuntimeChannel, model: string): CircuitBreakerState {
    const state = this.#states.get(channel.id);
    return state ? state.stateFor(model, this.#settings.clock.nowMs()) : 'closed';
  }

  /** Returns when a channel that is held back may be tried again; 0 if it is not held back. */
  untilMs(channel: RuntimeChannel, model: string): number {
    return this.#states.get(channel.id)?.untilMs(model) ?? 0;
  }

  /**
   * Returns the channel with the key that the next call should use; undefined when the call has tried all
   * keys.
   */
  pickKey(
    channel: RuntimeChannel,
    criteria: Omit<KeyCriteria, 'nowMs'>,
  ): RuntimeChannel | undefined {
    if (channel.variants.length === 0)
      return pickKey(channel, undefined, { ...criteria, nowMs: 0 });
    const nowMs = this.#settings.clock.nowMs();
    return pickKey(channel, this.#stateFor(channel), { ...criteria, nowMs });
  }

  /** Begins an attempt. Its reporter must receive an outcome. */
  begin(channel: RuntimeChannel, model: string): AttemptReporter {
    const state = this.#stateFor(channel.keyOf ?? channel);
    const mark = state.begin(model, channel.keyFingerprint, this.#settings.clock.nowMs());
    return new AttemptReporter(this, state, mark);
  }

  onFirstByte(state: ChannelState, mark: CallMark, firstByteMs: number): void {
    recordLatency(state, firstByteMs);
    if (!this.#withOpenBreakers.has(state.channel.id)) return;
    this.#broadcastRecovery(state, state.recordFirstByte(mark));
    this.#dropRecovered(state);
  }

  onSuccess(state: ChannelState, mark: CallMark, firstByteMs: number, hasBegun: boolean): void {
    const limitMs = this.#settings.options.number('ChannelDisableThreshold') * 1000;
    const slow = limitMs > 0 && firstByteMs > limitMs;
    state.recordOutcome(this.#settings.clock.nowMs(), slow ? 'slow' : 'ok');
    if (!hasBegun) recordLatency(state, firstByteMs);
    this.#broadcastRecovery(state, state.recordSuccess(mark));
    if (this.#withOpenBreakers.size > 0) this.#dropRecovered(state);
  }

  onFailure(state: ChannelState, mark: CallMark, fault: UpstreamFault): void {
    const { clock, log } = this.#settings;
    const { channel } = state;
    const timing = { nowMs: clock.nowMs(), random: this.#random() };
    const cooldown = state.recordFault(mark, fault, timing);
    if (state.hasOpenBreakers) this.#withOpenBreakers.add(channel.id);
    if (cooldown && cooldown.lengthens !== true) {
      this.#noteCooldown(state, {
        ...cooldown,
        durationMs: cooldown.breaker.untilMs - timing.nowMs,
      });
      log.warn(
        { channelId: channel.id, model: mark.model, fault: fault.code ?? fault.kind },
        'channel cooling down',
      );
    }
    if (cooldown && isUpstreamVerdict(fault)) this.#broadcastCooldown(state, cooldown, mark.model);
    if (!fault.bannable || !state.isOutOfKeys) return;
    const reason = `${fault.http} ${fault.code ?? fault.kind}: ${fault.excerpt}`;
    this.disable(channel, reason).catch((error: unknown) => {
      log.error({ channelId: channel.id, err: error }, 'auto-disabling a channel failed');
    });
  }

  /**
   * Records that an upstream claimed more usage than a call can have had. The call is charged at its upper
   * bound, and the claim is not counted as a fault.
   */
  recordUsageClaim(channel: RuntimeChannel, model: string, claim: UsageClaim): void {
    const state = this.#stateFor(channel.keyOf ?? channel);
    state.recordUsageClaim(this.#settings.clock.nowMs(), model, claim);
  }

  /** Auto-disables a channel, when the options and the channel allow it. */
  async disable(channel: RuntimeChannel, reason: string): Promise<boolean> {
    const { options } = this.#settings;
    if (!channel.autoBan || !options.boolean('AutomaticDisableChannelEnabled')) return false;
    const done = await this.#switch.disable(channel, reason);
    if (done) this.#forget(channel.id);
    return done;
  }

  /** Re-enables an auto-disabled channel, when the options allow it. */
  async enable(channelId: number): Promise<boolean> {
    const { options, catalog } = this.#settings;
    const channel = catalog.find(channelId);
    if (!channel || !options.boolean('AutomaticEnableChannelEnabled')) return false;
    const done = await this.#switch.enable(channel);
    if (done) this.#forget(channelId);
    return done;
  }

  /** Clears everything recorded against a channel that passed a test, on every node. */
  reset(channelId: number): void {
    this.#reset(channelId);
    this.#settings.bus.broadcast({ about: 'reset', channel: channelId });
  }

  #reset(channelId: number): void {
    const state = this.#states.get(channelId);
    state?.reset();
    if (!state?.hasOpenBreakers) this.#withOpenBreakers.delete(channelId);
  }

  /** What this node has recorded about a channel; undefined when nothing. */
  stateOfChannel(channelId: number): ChannelState | undefined {
    return this.#states.get(channelId);
  }

  /** Returns the last cooldowns of a channel and their ends, oldest first. */
  recentCooldowns(channelId: number): readonly CooldownEvent[] {
    return this.#cooldowns.of(channelId);
  }

  /** Everything that this node has recorded about its channels, for administrators. */
  describe(): ChannelHealthView[] {
    const nowMs = this.#settings.clock.nowMs();
    return [...this.#states.values()].map((state) => describeState(state, nowMs));
  }

  /** Writes the mean response times to the channels, in one batch for many calls. */
  async storeFirstByteTimes(): Promise<void> {
    const changed = [...this.#states.values()].filter(({ responseMsIsNew }) => responseMsIsNew);
    if (changed.length === 0) return;
    for (const state of changed) state.responseMsIsNew = false;
    const times = changed.map(({ channel, responseMs }) => ({
      id: channel.id,
      responseTimeMs: Math.max(1, Math.round(responseMs)),
    }));
    await this.#settings.store.transaction((trx) => setResponseTimes(trx, times));
  }

  /** Drops cooldowns that ended long ago on channels that have not been called since. */
  dropExpiredCooldowns(): void {
    const nowMs = this.#settings.clock.nowMs();
    for (const id of this.#withOpenBreakers) {
      const state = this.#states.get(id);
      state?.dropExpired(nowMs);
      if (!state?.hasOpenBreakers) this.#withOpenBreakers.delete(id);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    for (const end of this.#ends) end();
  }

  #sweep(): void {
    this.dropExpiredCooldowns();
    this.storeFirstByteTimes().catch((error: unknown) =>
      this.#settings.log.error({ err: error }, 'storing channel response times failed'),
    );
  }

  #stateFor(channel: RuntimeChannel): ChannelState {
    let state = this.#states.get(channel.id);
    if (!state) this.#states.set(channel.id, (state = new ChannelState(channel)));
    state.follow(channel);
    return state;
  }

  #forget(id: number): void {
    this.#states.delete(id);
    this.#withOpenBreakers.delete(id);
  }

  /** Clears one channel, or all of them when lost messages leave the channel unknown. */
  #release({ id: channelId, ...scope }: { id?: number; key?: string; model?: string }): void {
    for (const id of channelId === undefined ? this.#states.keys() : [channelId]) {
      const state = this.#states.get(id);
      state?.clear(channelId === undefined ? {} : scope);
      if (!state?.hasOpenBreakers) this.#withOpenBreakers.delete(id);
    }
  }

  #broadcastCooldown(
    state: ChannelState,
    { scope, name, breaker }: StartedCooldown,
    model: string,
  ): void {
    const { bus, clock } = this.#settings;
    if (!breaker.markBroadcast()) return;
    bus.broadcast({
      about: 'cooldown',
      channel: state.channel.id,
      scope,
      name,
      durationMs: Math.max(0, breaker.untilMs - clock.nowMs()),
      rests: breaker.cooldowns,
      dead: scope === 'key' && state.deadKeys.has(name),
      what: state.lastFault?.what ?? '',
      model,
    });
  }

  #broadcastRecovery({ channel }: ChannelState, ended: readonly StartedCooldown[]): void {
    for (const { scope, name } of ended)
      this.#settings.bus.broadcast({ about: 'recovered', channel: channel.id, scope, name });
  }

  #onEvent(event: ChannelHealthEvent): void {
    const { catalog, clock } = this.#settings;
    const channel = catalog.find(event.channel);
    if (!channel) return;
    if (event.about === 'reset') return this.#reset(channel.id);
    const state = this.#stateFor(channel);
    if (event.about === 'cooldown') {
      if (state.applyCooldown(event, clock.nowMs())) this.#noteCooldown(state, event);
    } else state.applyRecovery(event.scope, event.name);
    if (state.hasOpenBreakers) this.#withOpenBreakers.add(channel.id);
    else this.#dropRecovered(state);
  }

  #noteCooldown(
    { channel, lastFault }: ChannelState,
    { scope, name, durationMs }: Pick<StartedCooldown, 'scope' | 'name'> & { durationMs: number },
  ): void {
    const seconds = Math.max(1, Math.round(durationMs / 1000));
    const fault = lastFault?.what ?? '';
    const at = nowSeconds(this.#settings.clock);
    this.#cooldowns.note(channel.id, { kind: 'cooled', at, scope, name, seconds, fault });
  }

  /** Notes that the channel is back, once a successful call leaves nothing recorded against it. */
  #dropRecovered(state: ChannelState): void {
    if (state.hasOpenBreakers || !this.#withOpenBreakers.delete(state.channel.id)) return;
    const at = nowSeconds(this.#settings.clock);
    this.#cooldowns.note(state.channel.id, { kind: 'back', at });
  }

  #followCatalog(): void {
    this.#cooldowns.retain((id) => this.#settings.catalog.find(id) !== undefined);
    for (const [id, state] of this.#states) {
      const channel = this.#settings.catalog.find(id);
      if (!channel) this.#forget(id);
      else {
        state.follow(channel);
        if (!state.hasOpenBreakers) this.#withOpenBreakers.delete(id);
      }
    }
  }
}

function recordLatency(state: ChannelState, firstByteMs: number): void {
  state.recordFirstByteTime(firstByteMs);
  observeUpstreamLatency(state.channel.id, firstByteMs);
}
