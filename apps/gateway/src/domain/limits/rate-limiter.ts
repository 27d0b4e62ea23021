import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type RateLimitRule, readRateLimits } from '@tollgate/contract';
import type { RedisLink } from '../../platform/redis-link.ts';
import type { OptionStore } from '../options/options.ts';
import { type LimitCounters, MINUTE_MS, minuteOf } from './limit-counters.ts';
import { LocalCounters } from './local-counters.ts';
import { RedisCounters } from './redis-counters.ts';
import { type AppliedRule, findRules, type LimitedCaller } from './limit-rules.ts';

/** An admitted call. Must be released once, with what it used. */
export interface Admission {
  release(used: { tokens: number; quota: number }): void;
}

export interface RateLimiterOptions {
  counters: LimitCounters;
  clock: Clock;
  rules: () => readonly RateLimitRule[];
}

/** Permits of one clock minute that this node was granted and has not yet used. */
interface Permits {
  minute: number;
  left: number;
}

/** The last known usage of a sliding minute. */
interface KnownUse {
  used: number;
  atMs: number;
}

const REMEMBERED_MAX = 100_000;
/** Age at which the cached usage is read again from the shared counters. */
const STALE_MS = 1000;
/** The admission of a call to which no limit applies. */
export const UNLIMITED: Admission = { release() {} };

/**
 * Rate limiter: keeps calls within the limits of their key, user, group and model. Decides in memory: permits
 * for calls are granted several at a time, and the usage of tokens and quota is the one last reported.
 */
export class RateLimiter {
  readonly #counters: LimitCounters;
  readonly #clock: Clock;
  readonly #rules: () => readonly RateLimitRule[];
  readonly #permits = new Map<string, Permits>();
  readonly #cachedUse = new Map<string, KnownUse>();

  constructor({ counters, clock, rules }: RateLimiterOptions) {
    this.#counters = counters;
    this.#clock = clock;
    this.#rules = rules;
  }

  /**
   * Admits a call or throws AppError relay_rate_limited with the seconds to wait. `call` is its id, unique
   * among all nodes.
   */
  admit(caller: LimitedCaller, model: string, call: string): Admission | Promise<Admission> {
    const applied = findRules(this.#rules(), caller, model);
    return applied.length === 0 ? UNLIMITED : this.#admitUnder(applied, call);
  }

  close(): void {
    this.#counters.close();
  }

  /**
   * Checks cheap refusals first: a call that a later rule refuses has taken at most slots, which it releases.
   */
  async #admitUnder(applied: readonly AppliedRule[], call: string): Promise<Admission> {
    const slots: string[] = [];
    const releaseSlots = () => {
      for (const counter of slots) this.#counters.release(counter, call);
    };
    try {
      for (const { id, rule } of applied) {
        await this.#checkUse(`${id}:tokens`, rule.tokens);
        await this.#checkUse(`${id}:quota`, rule.quota);
      }
      for (const { id, rule } of applied)
        await this.#takeSlot(`${id}:running`, { limit: rule.concurrent, call, entered: slots });
      for (const { id, rule } of applied) await this.#takePermit(`${id}:calls`, rule.requests);
    } catch (error) {
      releaseSlots();
      throw error;
    }
    return {
      release: ({ tokens, quota }) => {
        releaseSlots();
        for (const { id, rule } of applied) {
          if (rule.tokens > 0) this.#spend(`${id}:tokens`, tokens);
          if (rule.quota > 0) this.#spend(`${id}:quota`, quota);
        }
      },
    };
  }

  async #checkUse(counter: string, limit: number): Promise<void> {
    if (limit === 0) return;
    const nowMs = this.#clock.nowMs();
    let cached = this.#cachedUse.get(counter);
    const staleMs = this.#counters.shared ? STALE_MS : 0;
    const ageMs = nowMs - (cached?.atMs ?? 0);
    // The age is negative after the clock was set back.
    if (!cached || ageMs >= staleMs || ageMs < 0) cached = await this.#refresh(counter, 0, nowMs);
    if (cached.used >= limit) throw this.#refusal(limit);
  }

  async #takeSlot(
    counter: string,
    { limit, call, entered: slots }: { limit: number; call: string; entered: string[] },
  ): Promise<void> {
    if (limit === 0) return;
    if (!(await this.#counters.acquire({ counter, limit }, call, this.#clock.nowMs())))
      throw new AppError('relay_too_many_running', { limit }, { retryAfterSeconds: 1 });
    slots.push(counter);
  }

  async #takePermit(counter: string, limit: number): Promise<void> {
    if (limit === 0) return;
    const nowMs = this.#clock.nowMs();
    const minute = minuteOf(nowMs);
    if (this.#usePermit(counter, minute)) return;
    const granted = await this.#counters.grant({ counter, limit }, 1, nowMs);
    if (granted > 1) this.#keepPermits(counter, { minute, left: granted - 1 });
    // Permits granted meanwhile to a concurrent call will do as well.
    if (granted === 0 && !this.#usePermit(counter, minute)) throw this.#refusal(limit);
  }

  #usePermit(counter: string, minute: number): boolean {
    const permits = this.#permits.get(counter);
    if (permits?.minute !== minute || permits.left === 0) return false;
    permits.left -= 1;
    return true;
  }

  #keepPermits(counter: string, granted: Permits): void {
    const existing = this.#permits.get(counter);
    if (existing?.minute === granted.minute) existing.left += granted.left;
    else remember(this.#permits, counter, granted);
  }

  #spend(counter: string, amount: number): void {
    void this.#refresh(counter, Math.ceil(amount), this.#clock.nowMs());
  }

  async #refresh(counter: string, amount: number, nowMs: number): Promise<KnownUse> {
    const used = await this.#counters.spend(counter, amount, nowMs);
    const fresh = { used, atMs: nowMs };
    remember(this.#cachedUse, counter, fresh);
    return fresh;
  }

  #refusal(limit: number): AppError {
    const leftMs = MINUTE_MS - (this.#clock.nowMs() % MINUTE_MS);
    const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000));
    return new AppError('relay_rate_limited', { limit }, { retryAfterSeconds });
  }
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= REMEMBERED_MAX && !map.has(key)) map.delete(map.keys().next().value as string);
  map.set(key, value);
}

/**
 * Creates this node's limiter with the rules of the option RateLimits; shares counters with other nodes if
 * there is a Redis.
 */
export function createRateLimiter({
  redis,
  options,
  clock,
  clusterId,
  onError,
}: {
  redis: RedisLink | undefined;
  options: OptionStore;
  clock: Clock;
  clusterId: string;
  onError: (error: unknown) => void;
}): RateLimiter {
  const prefix = `tollgate:${clusterId}`;
  const counters = redis
    ? new RedisCounters({ redis, prefix, clock, onError })
    : new LocalCounters();
  let source: unknown;
  let rules: readonly RateLimitRule[] = [];
  return new RateLimiter({
    counters,
    clock,
    rules() {
      const current = options.get('RateLimits');
      if (current !== source) {
        source = current;
        rules = readRateLimits(current) ?? [];
      }
      return rules;
    },
  });
}
