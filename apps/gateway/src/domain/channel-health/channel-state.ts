import type { ChannelHealthDetail, UsageClaim } from '@tollgate/contract';
import type { UpstreamFault } from '@tollgate/dialects';
import type { ChannelHealthEvent, CooldownScope } from '../../platform/bus.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { CircuitBreaker, type CircuitBreakerState, type FaultTiming } from './circuit-breaker.ts';
import {
  judgeFault,
  RETRY_AFTER_MAX_MS,
  scopeWithOneKey,
  WINDOW_FAULT_SHARE,
  WINDOW_FAULTS_MIN,
} from './fault-rules.ts';
import { type Outcome, OutcomeWindow } from './outcome-window.ts';

/** A call in progress: the breakers that it depends on, and their epochs when it began. */
export interface CallMark {
  readonly model: string;
  readonly fingerprint: string;
  readonly channelEpoch: number;
  readonly modelEpoch: number;
  readonly keyEpoch: number;
}

/** A cooldown that has begun. */
export interface StartedCooldown {
  readonly scope: CooldownScope;
  /** The model or the fingerprint of the key; empty for the channel. */
  readonly name: string;
  readonly breaker: CircuitBreaker;
  /** True if it only extends a cooldown that had not ended. */
  readonly lengthens?: boolean;
}

/** The last fault. `what` is the status, the kind, and the provider's code in brackets. */
export interface SeenFault {
  readonly atMs: number;
  readonly what: string;
  readonly model: string;
}

export type ReceivedCooldown = Extract<ChannelHealthEvent, { about: 'cooldown' }>;

const MODELS_MAX = 500;
const OLD_AFTER_MS = 600_000;
/** Weight of the newest value in the running mean of response times. */
const NEWEST_SHARE = 0.2;

/** What this node has recorded about one channel. Breakers of models and keys exist only after a fault. */
export class ChannelState {
  readonly channelBreaker = new CircuitBreaker();
  readonly modelBreakers = new Map<string, CircuitBreaker>();
  /** By fingerprint, so that editing or reordering the list of keys keeps their records. */
  readonly keyBreakers = new Map<string, CircuitBreaker>();
  /** Fingerprints of keys that the provider permanently refused. */
  readonly deadKeys = new Set<string>();
  readonly window = new OutcomeWindow();
  /** Attempts by outcome since the start, for the metrics. */
  readonly totals: Record<Outcome, number> = { ok: 0, slow: 0, fault: 0 };
  /** Running mean of the milliseconds to the first byte; 0 before the first response. */
  responseMs = 0;
  /** Whether the mean has changed since it was last stored. */
  responseMsIsNew = false;
  lastFault: SeenFault | undefined;
  /** The last fault of each key that has a breaker. */
  readonly keyFaults = new Map<string, SeenFault>();
  /** Number of responses that claimed more usage than the call can have had, and the last such claim. */
  usageClaims: ChannelHealthDetail['usage_claims'] = null;
  /** The round-robin position of the next key. */
  nextKey = 0;
  /** The channel as of its last call. */
  channel: RuntimeChannel;

  constructor(channel: RuntimeChannel) {
    this.channel = channel;
  }

  /**
   * Adopts the channel's current configuration: drops what was recorded against another address or key, and
   * everything when it was re-enabled.
   */
  follow(channel: RuntimeChannel): void {
    const { channel: before } = this;
    if (before === channel) return;
    this.channel = channel;
    if (channel.enabled && !before.enabled) return this.clear({});
    const inUse = new Set(channel.variants.map(({ keyFingerprint }) => keyFingerprint));
    for (const fingerprint of this.keyBreakers.keys())
      if (!inUse.has(fingerprint)) this.#dropKey(fingerprint);
    if (before.baseUrl === channel.baseUrl && before.key === channel.key) return;
    this.#open();
  }

  /** Clears everything recorded against the channel, except that refused keys stay refused. */
  reset(): void {
    this.#open();
    for (const [fingerprint] of this.keyBreakers)
      if (!this.deadKeys.has(fingerprint)) this.#dropKey(fingerprint);
  }

  /** Clears a key or a model or, given neither, everything, including permanently refused keys. */
  clear({ key, model }: { key?: string | undefined; model?: string | undefined }): void {
    if (key !== undefined) this.#dropKey(key);
    if (model !== undefined) this.modelBreakers.delete(model);
    if (key !== undefined || model !== undefined) return;
    this.#open();
    this.keyBreakers.clear();
    this.keyFaults.clear();
    this.deadKeys.clear();
  }

  /** Drops cooldowns that are long over and were never probed. */
  dropExpired(nowMs: number): void {
    const isOld = ({ untilMs }: CircuitBreaker) => untilMs > 0 && untilMs + OLD_AFTER_MS < nowMs;
    if (isOld(this.channelBreaker)) this.channelBreaker.succeed(this.channelBreaker.epoch);
    for (const [model, breaker] of this.modelBreakers)
      if (isOld(breaker)) this.modelBreakers.delete(model);
    for (const [fingerprint, breaker] of this.keyBreakers)
      if (isOld(breaker)) this.#dropKey(fingerprint);
  }

  #recordLastFault(scope: CooldownScope, name: string, fault: SeenFault): void {
    this.lastFault = fault;
    if (scope === 'key') this.keyFaults.set(name, fault);
  }

  #dropKey(fingerprint: string): void {
    this.keyBreakers.delete(fingerprint);
    this.keyFaults.delete(fingerprint);
    this.deadKeys.delete(fingerprint);
  }

  #open(): void {
    this.channelBreaker.succeed(this.channelBreaker.epoch);
    this.modelBreakers.clear();
  }

  /**
   * Returns the state that applies to a model: the worse of the channel's and the model's; `cooling` when no
   * key is available.
   */
  stateFor(model: string, nowMs: number): CircuitBreakerState {
    const ofChannel = this.channelBreaker.state(nowMs);
    const ofModel = this.modelBreakers.get(model)?.state(nowMs) ?? 'closed';
    const worstState = worse(ofChannel, ofModel);
    return worstState === 'closed' && this.allKeysUnavailable(nowMs) ? 'cooling' : worstState;
  }

  /** Returns when calls to a model may be tried again; 0 if they are not held back. */
  untilMs(model: string): number {
    return Math.max(
      this.channelBreaker.untilMs,
      this.modelBreakers.get(model)?.untilMs ?? 0,
      this.#keysUntilMs(),
    );
  }

  allKeysUnavailable(nowMs: number): boolean {
    const { variants } = this.channel;
    if (variants.length === 0 || this.keyBreakers.size < variants.length) return false;
    return variants.every(({ keyFingerprint }) => isBlocked(this.keyState(keyFingerprint, nowMs)));
  }

  keyState(fingerprint: string, nowMs: number): CircuitBreakerState {
    return this.keyBreakers.get(fingerprint)?.state(nowMs) ?? 'closed';
  }

  #keysUntilMs(): number {
    const { variants } = this.channel;
    let earliest = variants.length === 0 ? 0 : Infinity;
    for (const { keyFingerprint } of variants)
      earliest = Math.min(earliest, this.keyBreakers.get(keyFingerprint)?.untilMs ?? 0);
    return earliest;
  }

  /** Begins a call on every breaker that it depends on. */
  begin(model: string, fingerprint: string, nowMs: number): CallMark {
    const ofModel = this.modelBreakers.get(model);
    const ofKey = this.keyBreakers.get(fingerprint);
    this.channelBreaker.begin(nowMs);
    ofModel?.begin(nowMs);
    ofKey?.begin(nowMs);
    return {
      model,
      fingerprint,
      channelEpoch: this.channelBreaker.epoch,
      modelEpoch: ofModel?.epoch ?? 0,
      keyEpoch: ofKey?.epoch ?? 0,
    };
  }

  /**
   * Records that the response has begun: open breakers close, but the fault counts of closed ones remain.
   * Returns the same as `recordSuccess`.
   */
  recordFirstByte(mark: CallMark): readonly StartedCooldown[] {
    const used = this.#sharedCooldowns(mark);
    const { modelBreakers, keyBreakers, channelBreaker } = this;
    if (channelBreaker.untilMs > 0) channelBreaker.succeed(mark.channelEpoch);
    const ofModel = modelBreakers.get(mark.model);
    if (ofModel && ofModel.untilMs > 0) ofModel.succeed(mark.modelEpoch);
    const ofKey = keyBreakers.get(mark.fingerprint);
    if (ofKey && ofKey.untilMs > 0) ofKey.succeed(mark.keyEpoch);
    if (modelBreakers.size + keyBreakers.size > 0) this.#dropClosed();
    return used.filter(({ breaker }) => breaker.untilMs === 0);
  }

  /**
   * Records that the call succeeded: clears everything recorded against what it used. Returns the cooldowns
   * that this ended and that other nodes share.
   */
  recordSuccess(mark: CallMark): readonly StartedCooldown[] {
    const used = this.#sharedCooldowns(mark);
    this.channelBreaker.succeed(mark.channelEpoch);
    this.modelBreakers.get(mark.model)?.succeed(mark.modelEpoch);
    this.keyBreakers.get(mark.fingerprint)?.succeed(mark.keyEpoch);
    if (this.modelBreakers.size + this.keyBreakers.size > 0) this.#dropClosed();
    return used.filter(({ breaker }) => breaker.untilMs === 0);
  }

  #sharedCooldowns({ model, fingerprint }: CallMark): readonly StartedCooldown[] {
    const { channelBreaker, modelBreakers, keyBreakers } = this;
    if (!channelBreaker.shared && modelBreakers.size + keyBreakers.size === 0) return NONE;
    const used = [
      { scope: 'channel', name: '', breaker: channelBreaker },
      { scope: 'model', name: model, breaker: modelBreakers.get(model) },
      { scope: 'key', name: fingerprint, breaker: keyBreakers.get(fingerprint) },
    ];
    return used.filter(
      (cooldown): cooldown is StartedCooldown => cooldown.breaker?.shared === true,
    );
  }

  /** Adopts a cooldown of another node. Returns whether it is a new one rather than an extension. */
  applyCooldown(
    { scope, name, durationMs, rests, dead, what: description, model }: ReceivedCooldown,
    nowMs: number,
  ): boolean {
    if (scope === 'key' && !this.#hasKey(name)) return false;
    const breaker = this.#breakerOf(scope, name);
    const startsCooldown = breaker.untilMs <= nowMs;
    const isAdopted = breaker.adopt(nowMs + Math.min(durationMs, RETRY_AFTER_MAX_MS), rests);
    if (scope === 'key' && dead) this.deadKeys.add(name);
    if (isAdopted) this.#recordLastFault(scope, name, { atMs: nowMs, what: description, model });
    return isAdopted && startsCooldown;
  }

  /** Ends a shared cooldown because another node succeeded. */
  applyRecovery(scope: CooldownScope, name: string): void {
    if (scope === 'channel') {
      if (this.channelBreaker.shared) this.channelBreaker.succeed(this.channelBreaker.epoch);
      return;
    }
    const breakers = scope === 'model' ? this.modelBreakers : this.keyBreakers;
    if (breakers.get(name)?.shared) this.clear({ [scope]: name });
  }

  #hasKey(fingerprint: string): boolean {
    const { variants, keyFingerprint } = this.channel;
    if (variants.length === 0) return keyFingerprint === fingerprint;
    return variants.some((variant) => variant.keyFingerprint === fingerprint);
  }

  /** Records that the call ended without an outcome for the channel. */
  release(mark: CallMark): void {
    this.channelBreaker.release(mark.channelEpoch);
    this.modelBreakers.get(mark.model)?.release(mark.modelEpoch);
    this.keyBreakers.get(mark.fingerprint)?.release(mark.keyEpoch);
  }

  recordOutcome(nowMs: number, outcome: Outcome): void {
    this.window.note(nowMs, outcome);
    this.totals[outcome] += 1;
  }

  recordUsageClaim(nowMs: number, model: string, claim: UsageClaim): void {
    const count = (this.usageClaims?.count ?? 0) + 1;
    this.usageClaims = { count, at_ms: nowMs, model, claim };
  }

  recordFirstByteTime(milliseconds: number): void {
    this.responseMs =
      this.responseMs === 0
        ? milliseconds
        : this.responseMs + NEWEST_SHARE * (milliseconds - this.responseMs);
    this.responseMsIsNew = true;
  }

  /** Counts a fault against its scope. Returns the cooldown that it started, if any. */
  recordFault(
    mark: CallMark,
    fault: UpstreamFault,
    timing: FaultTiming,
  ): StartedCooldown | undefined {
    const { scope, rule } = judgeFault(fault);
    const faultScope = this.channel.variants.length > 0 ? scope : scopeWithOneKey(scope, fault);
    this.release(mark);
    if (faultScope === 'call') return undefined;
    const { kind, code, http, retryAfterMs } = fault;
    const description = `${http} ${kind}${code ? ` (${code})` : ''}`;
    const name = nameOf(mark, faultScope);
    this.#recordLastFault(faultScope, name, {
      atMs: timing.nowMs,
      what: description,
      model: mark.model,
    });
    this.recordOutcome(timing.nowMs, 'fault');
    if (faultScope === 'key' && fault.bannable) this.deadKeys.add(mark.fingerprint);
    const breaker = this.#breakerOf(faultScope, name);
    const epoch = epochOf(mark, faultScope);
    const cooldown = {
      scope: faultScope,
      name,
      breaker,
      lengthens: breaker.untilMs > timing.nowMs,
    };
    if (kind === 'rate-limit' && retryAfterMs !== undefined) {
      if (epoch !== breaker.epoch) return undefined;
      breaker.openUntil(timing.nowMs + Math.min(retryAfterMs, RETRY_AFTER_MAX_MS));
      return cooldown;
    }
    if (breaker.fail(epoch, rule, timing)) return cooldown;
    const isInCooldown =
      faultScope === 'channel' &&
      this.#failsTooOften(timing.nowMs) &&
      breaker.fail(epoch, { ...rule, threshold: 1 }, timing);
    return isInCooldown ? cooldown : undefined;
  }

  /** True when the provider has permanently refused every key. */
  get isOutOfKeys(): boolean {
    return this.channel.variants.every(({ keyFingerprint }) => this.deadKeys.has(keyFingerprint));
  }

  /** True while anything is recorded against the channel. */
  get hasOpenBreakers(): boolean {
    return (
      this.channelBreaker.untilMs > 0 || this.modelBreakers.size > 0 || this.keyBreakers.size > 0
    );
  }

  #failsTooOften(nowMs: number): boolean {
    const { ok, slow, fault } = this.window.sums(nowMs);
    return fault >= WINDOW_FAULTS_MIN && fault >= (ok + slow + fault) * WINDOW_FAULT_SHARE;
  }

  #breakerOf(scope: CooldownScope, name: string): CircuitBreaker {
    if (scope === 'channel') return this.channelBreaker;
    const breakers = scope === 'model' ? this.modelBreakers : this.keyBreakers;
    let breaker = breakers.get(name);
    if (breaker) return breaker;
    if (scope === 'model' && breakers.size >= MODELS_MAX) breakers.clear();
    breakers.set(name, (breaker = new CircuitBreaker()));
    return breaker;
  }

  /** Drops closed breakers, so that a healthy channel costs nothing to check. */
  #dropClosed(): void {
    for (const breakers of [this.modelBreakers, this.keyBreakers]) {
      for (const [name, breaker] of breakers) {
        if (breaker.untilMs > 0 || breaker.failuresInARow > 0) continue;
        if (breakers === this.keyBreakers) this.#dropKey(name);
        else breakers.delete(name);
      }
    }
  }
}

const NONE: readonly StartedCooldown[] = [];

function nameOf({ model, fingerprint }: CallMark, scope: CooldownScope): string {
  if (scope === 'channel') return '';
  return scope === 'model' ? model : fingerprint;
}

function epochOf(mark: CallMark, scope: CooldownScope): number {
  if (scope === 'channel') return mark.channelEpoch;
  return scope === 'model' ? mark.modelEpoch : mark.keyEpoch;
}

const RANK: Readonly<Record<CircuitBreakerState, number>> = {
  closed: 0,
  'half-open': 1,
  trial: 2,
  cooling: 3,
};

function worse(left: CircuitBreakerState, right: CircuitBreakerState): CircuitBreakerState {
  return RANK[left] >= RANK[right] ? left : right;
}

/** True for states in which no new call may be sent. */
export function isBlocked(state: CircuitBreakerState): boolean {
  return state === 'cooling' || state === 'trial';
}
