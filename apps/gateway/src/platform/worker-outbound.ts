import { AddressNotAllowed, isUrlAllowed, refusePrivateHost } from './ssrf-guard.ts';
import type { Outbound } from './outbound.ts';

/** A service of the operator that fetches on behalf of this server. */
export interface ProxyWorker {
  /** Empty where there is none. */
  url: string;
  key: string;
}

export interface WorkerOutboundOptions {
  /** Direct requests to addresses that clients name. */
  direct: Outbound;
  /** Requests to the worker. */
  ask: Outbound;
  /** Which addresses clients may name; the worker may be sent only to these too. */
  allowPrivate: boolean;
  /** The worker as it is set now. */
  worker: () => ProxyWorker;
}

/**
 * Fetches through the operator's worker, so that the target does not learn this server's address. The
 * worker gets {url, key, method, headers, body} and relays the response. It is never sent where this server
 * may not go, as far as names can be resolved here.
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
