import { RedisUnavailable, type RedisLink } from '../../platform/redis-link.ts';
import {
  type CounterLimit,
  GRANT_SHARE,
  type LimitCounters,
  minuteOf,
  weightOfBefore,
} from './limit-counters.ts';
import { LocalCounters } from './local-counters.ts';

/** Minutes are kept until they can no longer count. */
const MINUTE_SECONDS_KEPT = 150;
/** A slot that is never released (its node died) is free again after this. */
const PLACE_SECONDS = 900;

/** KEYS: this minute, the previous one. ARGV: need, limit, weight of the previous one, share, seconds. */
const GRANT = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local before = tonumber(redis.call('GET', KEYS[2]) or '0')
local need = tonumber(ARGV[1])
local free = math.floor(tonumber(ARGV[2]) - used - before * tonumber(ARGV[3]))
if free < need then return 0 end
local give = math.max(need, math.floor(free / tonumber(ARGV[4])))
redis.call('INCRBY', KEYS[1], give)
redis.call('EXPIRE', KEYS[1], ARGV[5])
return give`;

/** KEYS: this minute, the previous one. ARGV: amount, weight of the previous one, seconds. */
const SPEND = `
local used = redis.call('INCRBY', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
local before = tonumber(redis.call('GET', KEYS[2]) or '0')
return math.ceil(used + before * tonumber(ARGV[2]))`;

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
  onError: (error: unknown) => void;
}

/** Slots released while Redis was unreachable, remembered until it is back. */
const MISSED_MAX = 100_000;

/** Counters shared by all nodes. While Redis is unreachable each node counts alone. */
export class RedisCounters implements LimitCounters {
  readonly shared = true;
  readonly #redis: RedisLink;
  readonly #prefix: string;
  readonly #alone = new LocalCounters();
  readonly #missed: { counter: string; call: string }[] = [];
  readonly #onError: (error: unknown) => void;

  constructor({ redis, prefix, onError }: RedisCountersOptions) {
    this.#redis = redis;
    this.#prefix = prefix;
    this.#onError = onError;
    redis.onConnected(() => {
      for (const { counter, call } of this.#missed.splice(0)) this.release(counter, call);
    });
  }

  grant(limit: CounterLimit, need: number, nowMs: number): Promise<number> {
    return this.#ask(
      GRANT,
      this.#minutes(limit.counter, nowMs),
      [need, limit.limit, weightOfBefore(nowMs), GRANT_SHARE, MINUTE_SECONDS_KEPT],
      () => this.#alone.grant(limit, need, nowMs),
    );
  }

  spend(counter: string, amount: number, nowMs: number): Promise<number> {
    return this.#ask(
      SPEND,
      this.#minutes(counter, nowMs),
      [amount, weightOfBefore(nowMs), MINUTE_SECONDS_KEPT],
      () => this.#alone.spend(counter, amount, nowMs),
    );
  }

  async acquire(limit: CounterLimit, call: string, nowMs: number): Promise<boolean> {
    const end = nowMs + PLACE_SECONDS * 1000;
    const entered = await this.#ask(
      ENTER,
      [this.#places(limit.counter)],
      [call, limit.limit, nowMs, end, PLACE_SECONDS],
      () => Number(this.#alone.acquire(limit, call)),
    );
    return entered === 1;
  }

  /** A slot that stayed taken would keep refusing calls long after Redis is back. */
  release(counter: string, call: string): void {
    this.#alone.release(counter, call);
    this.#redis
      .run((client) => client.zrem(this.#places(counter), call))
      .catch((error: unknown) => {
        if (this.#missed.length < MISSED_MAX) this.#missed.push({ counter, call });
        this.#tell(error);
      });
  }

  close(): void {
    this.#alone.close();
  }

  async #ask(
    script: string,
    keys: string[],
    values: (string | number)[],
    alone: () => number,
  ): Promise<number> {
    try {
      return Number(
        await this.#redis.run((client) => client.eval(script, keys.length, ...keys, ...values)),
      );
    } catch (error) {
      this.#tell(error);
      return alone();
    }
  }

  /** The outage was logged when it began. */
  #tell(error: unknown): void {
    if (!(error instanceof RedisUnavailable)) this.#onError(error);
  }

  #minutes(counter: string, nowMs: number): string[] {
    const minute = minuteOf(nowMs);
    return [minute, minute - 1].map((one) => `${this.#prefix}:limit:{${counter}}:${one}`);
  }

  #places(counter: string): string {
    return `${this.#prefix}:places:{${counter}}`;
  }
}
