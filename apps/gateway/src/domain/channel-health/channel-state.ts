import type { ChannelHealthDetail, UsageClaim } from '@tollgate/contract';
import type { UpstreamFault } from '@tollgate/dialects';
import type { ChannelHealthEvent, CooldownScope } from '../../platform/bus.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { CircuitBreaker, type CircuitBreakerState, type Moment } from './circuit-breaker.ts';
import {
  judgeFault,
  RETRY_AFTER_MAX_MS,
  scopeWithOneKey,
  WINDOW_FAULT_SHARE,
  WINDOW_FAULTS_MIN,
} from './fault-rules.ts';
import { type Outcome, OutcomeWindow } from './outcome-window.ts';

/** A call on its way: what it uses, and the epochs of the breakers of that when it began. */
export interface CallMark {
  readonly model: string;
  readonly fingerprint: string;
  readonly channelEpoch: number;
  readonly modelEpoch: number;
  readonly keyEpoch: number;
}

/** A rest that has begun. */
export interface StartedCooldown {
  readonly scope: CooldownScope;
  /** The model or the fingerprint of the key; empty for the channel. */
  readonly name: string;
  readonly breaker: CircuitBreaker;
  /** It only lengthens one that was not over yet. */
  readonly lengthens?: boolean;
}

export type ReceivedCooldown = Extract<ChannelHealthEvent, { about: 'cooldown' }>;

const MODELS_MAX = 500;
const OLD_AFTER_MS = 600_000;
/** Share of the newest answer in the running mean of answer times. */
const NEWEST_SHARE = 0.2;

/** What this node has seen of one channel. Circuits of models and keys exist only after a fault. */
export class ChannelState {
  readonly channelBreaker = new CircuitBreaker();
  readonly modelBreakers = new Map<string, CircuitBreaker>();
  /** By fingerprint: an edited or reordered list of keys keeps what is known of each. */
  readonly keyBreakers = new Map<string, CircuitBreaker>();
  /** Fingerprints of keys that the provider refused for good. */
  readonly deadKeys = new Set<string>();
  readonly window = new OutcomeWindow();
  /** Tries by outcome since the start, for the metrics. */
  readonly totals: Record<Outcome, number> = { ok: 0, slow: 0, fault: 0 };
  /** Running mean of the milliseconds to the first byte; 0 before the first answer. */
  answerMs = 0;
  /** The mean has changed since it was last stored. */
  answerMsIsNew = false;
  /** What is its status, its kind and in brackets the provider's code for it. */
  lastFault: { atMs: number; what: string; model: string } | undefined;
  /** Answers whose usage was told beyond what the call can have used, and the last such claim. */
  usageClaims: ChannelHealthDetail['usage_claims'] = null;
  /** Where the next key is taken from, in turn. */
  nextKey = 0;
  /** The channel as it was last called. */
  channel: RuntimeChannel;

  constructor(channel: RuntimeChannel) {
    this.channel = channel;
  }

  /**
   * Takes the channel as it is now; what was held against another address or key is let go, and
   * everything where it was switched on again.
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

  /** Lets everything go that is held against the channel; keys that were refused stay so. */
  reset(): void {
    this.#open();
    for (const [fingerprint] of this.keyBreakers)
      if (!this.deadKeys.has(fingerprint)) this.keyBreakers.delete(fingerprint);
  }

  /** Uses a key or a model again, or (without either) all of them, those refused for good too. */
  clear({ key, model }: { key?: string | undefined; model?: string | undefined }): void {
    if (key !== undefined) this.#dropKey(key);
    if (model !== undefined) this.modelBreakers.delete(model);
    if (key !== undefined || model !== undefined) return;
    this.#open();
    this.keyBreakers.clear();
    this.deadKeys.clear();
  }

  /** Lets go of rests that are long over and that no call has put to the test. */
  dropExpired(nowMs: number): void {
    const isOld = ({ untilMs }: CircuitBreaker) => untilMs > 0 && untilMs + OLD_AFTER_MS < nowMs;
    if (isOld(this.channelBreaker)) this.channelBreaker.succeed(this.channelBreaker.epoch);
    for (const [model, breaker] of this.modelBreakers)
      if (isOld(breaker)) this.modelBreakers.delete(model);
    for (const [fingerprint, breaker] of this.keyBreakers)
      if (isOld(breaker)) this.#dropKey(fingerprint);
  }

  #dropKey(fingerprint: string): void {
    this.keyBreakers.delete(fingerprint);
    this.deadKeys.delete(fingerprint);
  }

  #open(): void {
    this.channelBreaker.succeed(this.channelBreaker.epoch);
    this.modelBreakers.clear();
  }

  /** The worst of what a model on this channel, over any key, must wait for. */
  stateFor(model: string, nowMs: number): CircuitBreakerState {
    const ofChannel = this.channelBreaker.state(nowMs);
    const ofModel = this.modelBreakers.get(model)?.state(nowMs) ?? 'closed';
    const worst = worse(ofChannel, ofModel);
    return worst === 'closed' && this.allKeysUnavailable(nowMs) ? 'cooling' : worst;
  }

  /** When calls of a model may be tried again; 0 where nothing holds them back. */
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

  /** Marks the begin of a call on everything that it depends on. */
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

  /** The call's answer has begun: what was closed opens, but faults in a row still count. Answers like noteSuccess. */
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
   * The call was answered: nothing is held any longer against what it used. Answers the rests that
   * this ended and that other nodes keep too.
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
    return used.filter((rest): rest is StartedCooldown => rest.breaker?.shared === true);
  }

  /** Rests like another node does. */
  applyCooldown(
    { scope, name, durationMs, rests, dead, what, model }: ReceivedCooldown,
    nowMs: number,
  ): void {
    if (scope === 'key' && !this.#hasKey(name)) return;
    const breaker = this.#breakerOf(scope, name);
    const isNews = breaker.adopt(nowMs + Math.min(durationMs, RETRY_AFTER_MAX_MS), rests);
    if (scope === 'key' && dead) this.deadKeys.add(name);
    if (isNews) this.lastFault = { atMs: nowMs, what, model };
  }

  /** Another node was answered: a rest that it shares is over. */
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

  /** The call ended without telling anything about the channel. */
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
    this.answerMs =
      this.answerMs === 0
        ? milliseconds
        : this.answerMs + NEWEST_SHARE * (milliseconds - this.answerMs);
    this.answerMsIsNew = true;
  }

  /** Counts a fault against what it speaks of; answers the rest that it began, if it did. */
  recordFault(mark: CallMark, fault: UpstreamFault, moment: Moment): StartedCooldown | undefined {
    const { scope, rule } = judgeFault(fault);
    const hit = this.channel.variants.length > 0 ? scope : scopeWithOneKey(scope, fault);
    this.release(mark);
    if (hit === 'call') return undefined;
    const { kind, code, http, retryAfterMs } = fault;
    const what = `${http} ${kind}${code ? ` (${code})` : ''}`;
    this.lastFault = { atMs: moment.nowMs, what, model: mark.model };
    this.recordOutcome(moment.nowMs, 'fault');
    if (hit === 'key' && fault.bannable) this.deadKeys.add(mark.fingerprint);
    const name = nameOf(mark, hit);
    const breaker = this.#breakerOf(hit, name);
    const epoch = epochOf(mark, hit);
    const begun = { scope: hit, name, breaker, lengthens: breaker.untilMs > moment.nowMs };
    if (kind === 'rate-limit' && retryAfterMs !== undefined) {
      if (epoch !== breaker.epoch) return undefined;
      breaker.openUntil(moment.nowMs + Math.min(retryAfterMs, RETRY_AFTER_MAX_MS));
      return begun;
    }
    if (breaker.fail(epoch, rule, moment)) return begun;
    const rests =
      hit === 'channel' &&
      this.#failsTooOften(moment.nowMs) &&
      breaker.fail(epoch, { ...rule, threshold: 1 }, moment);
    return rests ? begun : undefined;
  }

  /** True when no key is left that the provider did not refuse for good. */
  get isOutOfKeys(): boolean {
    return this.channel.variants.every(({ keyFingerprint }) => this.deadKeys.has(keyFingerprint));
  }

  /** True while anything is held against the channel. */
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

  /** Lets go of breakers that have closed, so that a healthy channel costs nothing to look at. */
  #dropClosed(): void {
    for (const breakers of [this.modelBreakers, this.keyBreakers]) {
      for (const [name, breaker] of breakers) {
        if (breaker.untilMs > 0 || breaker.failuresInARow > 0) continue;
        breakers.delete(name);
        if (breakers === this.keyBreakers) this.deadKeys.delete(name);
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

/** True for states in which nothing new may be sent. */
export function isBlocked(state: CircuitBreakerState): boolean {
  return state === 'cooling' || state === 'trial';
}
