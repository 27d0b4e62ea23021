import type { IncomingHttpHeaders } from 'node:http';
import { BATCH_ID_PREFIX } from '../../domain/files/new-file-id.ts';
import { isRequestId } from '../../platform/ids.ts';

/** Ids that are safe in headers, logs, URLs and JSON without escaping. */
const PLAIN = /^[\w.:/+=@-]{1,128}$/;

/**
 * Returns the caller's id of its request (`x-request-id`), or ours: it is returned, logged and searched for.
 * Two requests may share it, so nothing that must be unique depends on it. It never looks like one of our
 * ids, by which charges of tasks and batches are found again after a crash.
 */
export function callerRequestId(headers: IncomingHttpHeaders, ours: string): string {
  const header = headers['x-request-id'];
  if (typeof header !== 'string' || !PLAIN.test(header)) return ours;
  return isRequestId(header) || header.startsWith(BATCH_ID_PREFIX) ? ours : header;
}
