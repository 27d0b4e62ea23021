import { type Dispatcher, Pool } from 'undici';
import {
  AddressNotAllowed,
  createGuardedLookup,
  isUrlReachable,
} from '../platform/address-guard.ts';

export interface UpstreamRequest {
  /** Absolute http(s) address. */
  url: string;
  method: 'POST' | 'GET';
  /** Names and values in turn. */
  headers: string[];
  body: Uint8Array | undefined;
}

export type UpstreamHeaders = Record<string, string | string[] | undefined>;

/** What happens to a sent request, in this order; `failed` or `ended` comes last and once. */
export interface UpstreamEvents {
  started(status: number, headers: UpstreamHeaders): void;
  data(chunk: Buffer): void;
  ended(): void;
  failed(error: Error): void;
}

/** The hold on a running upstream request. */
export interface UpstreamCall {
  abort(): void;
  pause(): void;
  resume(): void;
}

export interface Upstreams {
  send(request: UpstreamRequest, events: UpstreamEvents): UpstreamCall;
  close(): Promise<void>;
}

export interface UpstreamsOptions {
  allowPrivate: boolean;
  connectTimeoutMs: number;
  /** Until the headers of the answer. */
  headersTimeoutMs: number;
  /** Between two pieces of the answer. */
  idleTimeoutMs: number;
}

const POOLS_MAX = 2000;
/** Beyond, calls to an origin wait for one another; a stream keeps its connection for as long as it runs. */
const CONNECTIONS_MAX = 16_384;

/** Connection pools, one an origin, kept alive. The only place where the relay talks to the outside. */
export function createUpstreams(options: UpstreamsOptions): Upstreams {
  const pools = new Map<string, Pool>();
  const targets = new Map<string, { origin: string; path: string }>();

  function poolOf(origin: string): Pool {
    let pool = pools.get(origin);
    if (pool) return pool;
    if (pools.size >= POOLS_MAX) dropOldest();
    pool = new Pool(origin, {
      connections: CONNECTIONS_MAX,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      headersTimeout: options.headersTimeoutMs,
      bodyTimeout: options.idleTimeoutMs,
      connect: {
        timeout: options.connectTimeoutMs,
        lookup: createGuardedLookup(options.allowPrivate),
      },
    });
    pools.set(origin, pool);
    return pool;
  }

  function dropOldest(): void {
    const [origin, pool] = pools.entries().next().value as [string, Pool];
    pools.delete(origin);
    void pool.close();
  }

  /** Splits and checks an address once; channels call the same few over and over. */
  function targetOf(address: string): { origin: string; path: string } {
    let target = targets.get(address);
    if (target) return target;
    const url = new URL(address);
    if (!isUrlReachable(url, options.allowPrivate)) throw new AddressNotAllowed(url.hostname);
    target = { origin: url.origin, path: url.pathname + url.search };
    if (targets.size >= POOLS_MAX) targets.clear();
    targets.set(address, target);
    return target;
  }

  return {
    send(request, events) {
      const call = createCall(events);
      try {
        const { origin, path } = targetOf(request.url);
        poolOf(origin).dispatch(
          {
            path,
            method: request.method,
            headers: request.headers,
            body: request.body ?? null,
          },
          call.handler,
        );
      } catch (error) {
        queueMicrotask(() => call.handler.onResponseError?.(undefined as never, error as Error));
      }
      return call;
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
}

/** Aborted by us: told apart from trouble of the network. */
class CallAborted extends Error {}

function createCall(
  events: UpstreamEvents,
): UpstreamCall & { handler: Dispatcher.DispatchHandler } {
  let controller: Dispatcher.DispatchController | undefined;
  let aborted = false;
  let over = false;
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (aborted) started.abort(new CallAborted());
    },
    onResponseStart(_controller, status, headers) {
      if (status >= 200) events.started(status, headers);
    },
    onResponseData(_controller, chunk) {
      events.data(chunk);
    },
    onResponseEnd() {
      if (over) return;
      over = true;
      events.ended();
    },
    onResponseError(_controller, error) {
      if (over) return;
      over = true;
      events.failed(error);
    },
  };
  return {
    handler,
    abort() {
      aborted = true;
      if (!over) controller?.abort(new CallAborted());
    },
    pause: () => controller?.pause(),
    resume: () => controller?.resume(),
  };
}
