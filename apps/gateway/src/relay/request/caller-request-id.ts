import type { IncomingHttpHeaders } from 'node:http';

/** What stands in headers, logs, addresses and JSON as it is. */
const PLAIN = /^[\w.:/+=@-]{1,128}$/;

/**
 * The id that the caller gave its request (`x-request-id`), or ours: it is answered, logged and searched
 * for. Two requests may share it, so nothing that must be unique rests on it.
 */
export function callerRequestId(headers: IncomingHttpHeaders, ours: string): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && PLAIN.test(given) ? given : ours;
}
