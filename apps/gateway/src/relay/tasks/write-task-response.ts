import type { RelayRequest } from '../relay-call.ts';
import { privateHeaders, endWithBody } from '../response/write-response.ts';

/** Ends a call about tasks with a JSON response. */
export function writeTaskResponse({ response, requestId }: RelayRequest, body: unknown): void {
  const headers = privateHeaders(requestId);
  headers.push('content-type', 'application/json; charset=utf-8');
  endWithBody(response, 200, headers, Buffer.from(JSON.stringify(body)));
}
