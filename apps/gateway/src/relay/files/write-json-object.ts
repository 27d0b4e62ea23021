import type { RelayRequest } from '../relay-call.ts';
import { privateHeaders, endWithBody } from '../response/write-response.ts';

/** Ends a call with a JSON object. */
export function writeJsonObject({ response, requestId }: RelayRequest, value: unknown): void {
  const headers = privateHeaders(requestId);
  headers.push('content-type', 'application/json; charset=utf-8');
  endWithBody(response, 200, headers, Buffer.from(JSON.stringify(value)));
}
