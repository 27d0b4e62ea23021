import { AddressNotAllowed, createGuardedLookup, isUrlAllowed } from '../../platform/ssrf-guard.ts';
import type { UpstreamRequest } from '../../domain/channels/upstream-request.ts';
import { batchSetImmediate } from '../../platform/batch-set-immediate.ts';
import { ConnectionPool } from './connection-pool.ts';
import type { ConnectionLimits, Origin } from './connection.ts';
import { type CallEvents, PooledCall } from './pooled-call.ts';
import { buildRequestHead } from './request-head.ts';
import type { ResponseHeaders } from './response-headers.ts';

export type UpstreamHeaders = ResponseHeaders;

export type UpstreamEvents = CallEvents;

/** The handle of a running upstream request. */
export interface UpstreamCall {
  /** Whether a byte of the request may have reached the upstream: from then on it may cost something. */
  readonly reached: boolean;
  abort(): void;
  pause(): void;
  resume(): void;
  /** The request was accepted and will not be resent: releases its body. */
  forgetBody?(): void;
}

export interface UpstreamHttpClient {
  send(request: UpstreamRequest, events: UpstreamEvents): UpstreamCall;
  close(): Promise<void>;
}

export interface UpstreamHttpClientOptions {
  allowPrivate: boolean;
  connectTimeoutMs: number;
  /** Until the headers of the response. */
  headersTimeoutMs: number;
  /** Between two chunks of the response. */
  idleTimeoutMs: number;
}

/** A parsed URL. */
interface Target {
  pool: ConnectionPool;
  host: string;
  path: string;
}

const ORIGINS_MAX = 2000;
/** Beyond this, calls to an origin are queued; a stream occupies its connection as long as it runs. */
const CONNECTIONS_MAX = 16_384;
const KEEP_ALIVE_MS = 30_000;
/** Longer than a round trip to any upstream, in milliseconds; up to one more tick may pass. */
const CROSSING_MS = 2000;
const TICK_MS = 1000;

/** Creates the relay's only HTTP client: keep-alive connection pools, one per origin. */
export function createUpstreamHttpClient(options: UpstreamHttpClientOptions): UpstreamHttpClient {
  return new PooledHttpClient(options);
}

class PooledHttpClient implements UpstreamHttpClient {
  readonly #allowPrivate: boolean;
  readonly #limits: ConnectionLimits;
  readonly #lookup: Origin['lookup'];
  readonly #pools = new Map<string, ConnectionPool>();
  /** Pools that accept no further calls and finish their current ones. */
  readonly #retired = new Set<ConnectionPool>();
  readonly #targets = new Map<string, Target>();
  readonly #clock: NodeJS.Timeout;

  constructor(options: UpstreamHttpClientOptions) {
    this.#allowPrivate = options.allowPrivate;
    this.#limits = limitsOf(options);
    this.#lookup = createGuardedLookup(options.allowPrivate);
    this.#clock = setInterval(() => {
      for (const pool of this.#pools.values()) pool.tick();
      for (const pool of this.#retired) pool.tick();
    }, TICK_MS);
    this.#clock.unref();
  }

  send(request: UpstreamRequest, events: UpstreamEvents): UpstreamCall {
    try {
      const { method, sharedHeaders, headers, body } = request;
      const { pool, host, path } = this.#targetOf(request.url);
      const bodyLength = body?.length;
      const head = buildRequestHead({ method, host, path, sharedHeaders, headers, bodyLength });
      const call = new PooledCall(head, body, events);
      // Saves 7 % per small call compared with sending immediately, measured with `npm run bench`.
      batchSetImmediate(() => dispatch(pool, call));
      return call;
    } catch (error) {
      const call = new PooledCall('', undefined, events);
      queueMicrotask(() => call.fail(error as Error));
      return call;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#clock);
    for (const pool of [...this.#pools.values(), ...this.#retired]) pool.destroy();
  }

  /** Parses and checks a URL once; channels use the same few repeatedly. */
  #targetOf(address: string): Target {
    let target = this.#targets.get(address);
    if (target) return target;
    const url = new URL(address);
    if (!isUrlAllowed(url, this.#allowPrivate)) throw new AddressNotAllowed(url.hostname);
    if (this.#targets.size >= ORIGINS_MAX) this.#targets.clear();
    target = { pool: this.#poolOf(url), host: url.host, path: url.pathname + url.search };
    this.#targets.set(address, target);
    return target;
  }

  #poolOf({ origin, protocol, hostname, port }: URL): ConnectionPool {
    let pool = this.#pools.get(origin);
    if (pool) return pool;
    if (this.#pools.size >= ORIGINS_MAX) this.#retireOldest();
    const secure = protocol === 'https:';
    const target: Origin = {
      secure,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 443 : 80) : Number(port),
      lookup: this.#lookup,
    };
    pool = new ConnectionPool(target, this.#limits, CONNECTIONS_MAX);
    this.#pools.set(origin, pool);
    return pool;
  }

  #retireOldest(): void {
    const [origin, pool] = this.#pools.entries().next().value as [string, ConnectionPool];
    this.#pools.delete(origin);
    this.#targets.clear();
    this.#retired.add(pool);
    pool.retire(() => this.#retired.delete(pool));
  }
}

/** A call that can't even be started must not affect others. */
function dispatch(pool: ConnectionPool, call: PooledCall): void {
  if (call.over) return;
  try {
    pool.send(call);
  } catch (error) {
    call.fail(error as Error);
  }
}

function limitsOf(options: UpstreamHttpClientOptions): ConnectionLimits {
  const ticks = (ms: number) => Math.ceil(ms / TICK_MS);
  return {
    connect: ticks(options.connectTimeoutMs),
    head: ticks(options.headersTimeoutMs),
    chunk: ticks(options.idleTimeoutMs),
    idle: ticks(KEEP_ALIVE_MS),
    crossing: ticks(CROSSING_MS),
    perSecond: 1000 / TICK_MS,
  };
}
