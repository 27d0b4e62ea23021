import { createServer, type RequestListener, type Server } from 'node:http';

export interface RequestLimits {
  /** From the first byte of a request to its last: who sends more slowly holds a connection for nothing. */
  wholeRequestMs: number;
  headersMs: number;
  /** How long an idle connection stays open. */
  keepAliveMs: number;
  /** How often the limits are looked at. */
  lookEveryMs: number;
}

/** Time enough for a large upload over a slow line. Answers may take any time: no limit here is about them. */
const LIMITS: RequestLimits = {
  wholeRequestMs: 300_000,
  headersMs: 60_000,
  keepAliveMs: 75_000,
  lookEveryMs: 10_000,
};

/** The server of all doors, with limits on how slowly a request may come: then it is answered 408 and closed. */
export function openHttpServer(listener: RequestListener, limits: RequestLimits = LIMITS): Server {
  return createServer(
    {
      requestTimeout: limits.wholeRequestMs,
      headersTimeout: limits.headersMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.lookEveryMs,
    },
    listener,
  );
}
