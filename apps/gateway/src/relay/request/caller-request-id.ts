import type { IncomingHttpHeaders } from 'node:http';
import { BATCH_ID_PREFIX } from '../../domain/files/new-file-id.ts';
import { isRequestId } from '../../platform/ids.ts';

/** What stands in headers, logs, addresses and JSON as it is. */
const PLAIN = /^[\w.:/+=@-]{1,128}$/;

/**
 * The id that the caller gave its request (`x-request-id`), or ours: it is answered, logged and searched
 * for. Two requests may share it, so nothing that must be unique rests on it. It never looks like an id of
 * ours: by those the money of tasks and batches is found again after a crash.
 */
export function callerRequestId(headers: IncomingHttpHeaders, ours: string): string {
  const given = headers['x-request-id'];
  if (typeof given !== 'string' || !PLAIN.test(given)) return ours;
  return isRequestId(given) || given.startsWith(BATCH_ID_PREFIX) ? ours : given;
}
