import { lookupForCallers } from './lookup-for-callers.ts';
import { AddressNotAllowed, isUrlAllowed, refusePrivateHost } from './ssrf-guard.ts';
import type { Outbound } from './outbound.ts';

/** The operator's service that fetches on behalf of this server. */
export interface ProxyWorker {
  /** Empty if there is none. */
  url: string;
  key: string;
}

export interface WorkerOutboundOptions {
  /** For direct requests to client-supplied addresses. */
  direct: Outbound;
  /** For requests to the worker. */
  toWorker: Outbound;
  /** Whether clients may name private addresses; the worker is subject to the same rule. */
  allowPrivate: boolean;
  /** Returns the worker as currently configured. */
  worker: () => ProxyWorker;
}

/**
 * Creates the client that fetches through the operator's worker, so that the target does not learn this
 * server's address. The worker gets {url, key, method, headers, body} and relays the response. It is never
 * sent to an address where this server may not go, as far as names can be resolved here.
 */
export function createWorkerOutbound(options: WorkerOutboundOptions): Outbound {
  const { direct, toWorker, allowPrivate, worker } = options;
  return async (request) => {
    const { url: workerUrl, key } = worker();
    if (workerUrl === '') return direct(request);
    const { url, method = 'GET', headers = {}, body, ...limits } = request;
    const target = new URL(url);
    if (!isUrlAllowed(target, allowPrivate)) throw new AddressNotAllowed(target.hostname);
    await refusePrivateHost(target.hostname, allowPrivate, lookupForCallers);
    return toWorker({
      ...limits,
      url: workerUrl,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: target.href, key, method, headers, ...(body ? { body } : {}) }),
    });
  };
}
