import type { Clock } from '../../platform/clock.ts';
import { RedisUnavailable, type RedisLink } from '../../platform/redis-link.ts';
import {
  type CounterLimit,
  GRANT_SHARE,
  type LimitCounters,
  minuteOf,
  weightOfBefore,
} from './limit-counters.ts';
import { LocalCounters } from './local-counters.ts';

/** How long a minute's counter is kept: until it can no longer matter. */
const MINUTE_LIFETIME_SECONDS = 150;
/** A slot that is never released (its node died) is freed after this time. */
const SLOT_SECONDS = 900;
/** How often the slots of running calls are renewed: nodes' clocks may differ by minutes. */
const RENEW_MS = 300_000;
/** Slots renewed in one command. */
const RENEWED_AT_ONCE = 1000;

/**
 * Common start of both scripts: the usage of this minute and the previous one, at least as high as the asking
 * node knows. KEYS: this minute, the previous one. ARGV: weight of the previous one, expiry in seconds, what
 * the node knows of both.
 */
const READ = `
local stored = tonumber(redis.call('GET', KEYS[1]) or '0')
local used = math.max(stored, tonumber(ARGV[3]))
local before = math.max(tonumber(redis.call('GET', KEYS[2]) or '0'), tonumber(ARGV[4]))
local function add(amount)
  redis.call('INCRBY', KEYS[1], used - stored + amount)
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  used = used + amount
end
`;

/** Further ARGV: need, limit, share. Returns the permits granted and the usage of both minutes. */
const GRANT = `${READ}
local need = tonumber(ARGV[5])
local free = math.floor(tonumber(ARGV[6]) - used - before * tonumber(ARGV[1]))
local give = 0
if free >= need then
  give = math.max(need, math.floor(free / tonumber(ARGV[7])))
  add(give)
elseif used > stored then
  add(0)
end
return {give, used, before}`;

/** Further ARGV: amount. Returns the usage of the sliding minute and of both clock minutes. */
const SPEND = `${READ}
add(tonumber(ARGV[5]))
return {math.ceil(used + before * tonumber(ARGV[1])), used, before}`;

/** KEYS: the slots. ARGV: call, limit, now, expiry of the slot, seconds. */
const ENTER = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[5])
return 1`;

export interface RedisCountersOptions {
  redis: RedisLink;
  /** Separates installations that share a Redis. */
  prefix: string;
  clock: Clock;
  onError: (error: unknown) => void;
}

/** Maximum number of slots released while Redis was unreachable that are remembered until it is back. */
const MISSED_MAX = 100_000;

/**
 * Counters shared by all nodes. While Redis is unreachable each node counts alone, on top of the usage it
 * knows of, and reports it when Redis is back: neither an outage nor a Redis that comes back empty resets
 * anybody's limit.
 */
export class RedisCounters implements LimitCounters {
  readonly shared = true;
  readonly #redis: RedisLink;
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #local = new LocalCounters();
  readonly #missed: { counter: string; call: string }[] = [];
  readonly #onError: (error: unknown) => void;
  #cancelRenewal: (() => void) | undefined;

  constructor({ redis, prefix, clock, onError }: RedisCountersOptions) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#clock = clock;
    this.#onError = onError;
    redis.onConnected(() => {
      for (const { counter, call } of this.#missed.splice(0)) this.release(counter, call);
      // It may have come back empty.
      this.#renewSlots();
    });
    this.#renewLater();
  }

  grant(limit: CounterLimit, amount: number, nowMs: number): Promise<number> {
    return this.#count(
      { script: GRANT, counter: limit.counter, values: [amount, limit.limit, GRANT_SHARE] },
      nowMs,
      () => this.#local.grant(limit, amount, nowMs),
    );
  }

  spend(counter: string, amount: number, nowMs: number): Promise<number> {
    return this.#count({ script: SPEND, counter, values: [amount] }, nowMs, () =>
      this.#local.spend(counter, amount, nowMs),
    );
  }

  async acquire(limit: CounterLimit, call: string, nowMs: number): Promise<boolean> {
    if (!this.#local.hasFreeSlot(limit)) return false;
    const end = nowMs + SLOT_SECONDS * 1000;
    const keys = [this.#slotsKey(limit.counter)];
    const values = [call, limit.limit, nowMs, end, SLOT_SECONDS];
    const acquired = await this.#runScript(ENTER, keys, values);
    if (acquired === undefined) return this.#local.acquire(limit, call);
    if (acquired !== 1) return false;
    this.#local.takeSlot(limit.counter, call);
    return true;
  }

  /**
   * Releases a slot. Remembers it while Redis is unreachable: a leaked slot would refuse calls long after
   * Redis is back.
   */
  release(counter: string, call: string): void {
    this.#local.release(counter, call);
    this.#redis
      .run((client) => client.zrem(this.#slotsKey(counter), call))
      .catch((error: unknown) => {
        if (this.#missed.length < MISSED_MAX) this.#missed.push({ counter, call });
        this.#reportError(error);
      });
  }

  close(): void {
    this.#cancelRenewal?.();
    this.#local.close();
  }

  #renewLater(): void {
    this.#cancelRenewal = this.#clock.after(RENEW_MS, () => {
      this.#renewSlots();
      this.#renewLater();
    });
  }

  /** Keeps the slots of all calls that run on this node; adds those that Redis does not know of. */
  #renewSlots(): void {
    const end = this.#clock.nowMs() + SLOT_SECONDS * 1000;
    for (const [counter, calls] of this.#local.takenSlots) {
      const key = this.#slotsKey(counter);
      const slots = [...calls].flatMap((call) => [end, call]);
      for (let from = 0; from < slots.length; from += 2 * RENEWED_AT_ONCE) {
        const some = slots.slice(from, from + 2 * RENEWED_AT_ONCE);
        this.#redis
          .run((client) =>
            client
              .multi()
              .zadd(key, ...some)
              .expire(key, SLOT_SECONDS)
              .exec(),
          )
          .catch((error: unknown) => this.#reportError(error));
      }
    }
  }

  /** Runs a script on both minutes of a counter, or `fallback` while Redis is unreachable. */
  async #count(
    { script, counter, values }: { script: string; counter: string; values: number[] },
    nowMs: number,
    fallback: () => number,
  ): Promise<number> {
    const { count, before } = this.#local.counted(counter, nowMs);
    const localCounts = [weightOfBefore(nowMs), MINUTE_LIFETIME_SECONDS, count, before];
    const response = await this.#runScript(script, this.#minutes(counter, nowMs), [
      ...localCounts,
      ...values,
    ]);
    if (response === undefined) return fallback();
    const [result, used, usedBefore] = response as [number, number, number];
    this.#local.raiseTo(counter, { count: used, before: usedBefore }, nowMs);
    return result;
  }

  /** Returns undefined while Redis is unreachable. */
  async #runScript(script: string, keys: string[], values: (string | number)[]): Promise<unknown> {
    try {
      return await this.#redis.run((client) =>
        client.eval(script, keys.length, ...keys, ...values),
      );
    } catch (error) {
      this.#reportError(error);
      return undefined;
    }
  }

  /** Reports an error, except that Redis is unreachable: that was logged when the outage began. */
  #reportError(error: unknown): void {
    if (!(error instanceof RedisUnavailable)) this.#onError(error);
  }

  #minutes(counter: string, nowMs: number): string[] {
    const minute = minuteOf(nowMs);
    return [minute, minute - 1].map(
      (minuteNumber) => `${this.#prefix}:limit:{${counter}}:${minuteNumber}`,
    );
  }

  #slotsKey(counter: string): string {
    return `${this.#prefix}:places:{${counter}}`;
  }
}
