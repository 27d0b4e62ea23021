/** Statuses that proxies and CDNs return for a gateway that they can't reach. */
const PROXY_FAULTS: ReadonlySet<number> = new Set([502, 503, 504, 520, 521, 522, 523, 524, 530]);

/** Whether a proxy responded because the gateway did not: every response of the gateway has a request id. */
export const isProxyAlone = ({ status, headers }: Response): boolean =>
  PROXY_FAULTS.has(status) && !headers.has('x-request-id');

/** Whether the proxy timed out, which also happens for a slow call to a healthy gateway. */
export const isProxyTimeout = ({ status }: Response): boolean => status === 504 || status === 524;
