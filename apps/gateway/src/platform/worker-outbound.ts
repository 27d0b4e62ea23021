import { AddressNotAllowed, isUrlAllowed, refusePrivateHost } from './ssrf-guard.ts';
import type { Outbound } from './outbound.ts';

/** A service of the operator that fetches in place of this server. */
export interface ProxyWorker {
  /** Empty where there is none. */
  url: string;
  key: string;
}

export interface WorkerOutboundOptions {
  /** The way out without a worker, to addresses that clients name. */
  direct: Outbound;
  /** The way to the worker. */
  ask: Outbound;
  /** What clients may name; the same rule holds for what the worker is sent to. */
  allowPrivate: boolean;
  /** The worker as it is set now. */
  worker: () => ProxyWorker;
}

/**
 * Sends by the operator's worker, so that whoever is asked doesn't learn this server's address. It
 * gets {url, key, method, headers, body} and answers what it was answered. It is never sent where
 * this server may not go, as far as names can be resolved here.
 */
export function createWorkerOutbound(wish: WorkerOutboundOptions): Outbound {
  const { direct, ask, allowPrivate, worker } = wish;
  return async (request) => {
    const { url: workerUrl, key } = worker();
    if (workerUrl === '') return direct(request);
    const { url, method = 'GET', headers = {}, body, ...limits } = request;
    const target = new URL(url);
    if (!isUrlAllowed(target, allowPrivate)) throw new AddressNotAllowed(target.hostname);
    await refusePrivateHost(target.hostname, allowPrivate);
    return ask({
      ...limits,
      url: workerUrl,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: target.href, key, method, headers, ...(body ? { body } : {}) }),
    });
  };
}
