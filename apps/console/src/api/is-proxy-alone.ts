/** What proxies and content networks answer in place of a gateway that they can't reach. */
const PROXY_FAULTS: ReadonlySet<number> = new Set([502, 503, 504, 520, 521, 522, 523, 524, 530]);

/** Whether a proxy answered because the gateway did not: every answer of ours has a request id. */
export const isProxyAlone = ({ status, headers }: Response): boolean =>
  PROXY_FAULTS.has(status) && !headers.has('x-request-id');

/** Whether the proxy only waited too long, as it does for a slow call of a gateway that is well, too. */
export const isProxyTimeout = ({ status }: Response): boolean => status === 504 || status === 524;
