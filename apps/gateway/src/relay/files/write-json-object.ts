import type { RelayRequest } from '../relay-call.ts';
import { commonHeaders, endWithBody } from '../response/write-response.ts';

/** Ends a call with a JSON object. */
export function writeJsonObject({ response, requestId }: RelayRequest, value: unknown): void {
  const headers = commonHeaders(requestId);
  headers.push('content-type', 'application/json; charset=utf-8');
  endWithBody(response, 200, headers, Buffer.from(JSON.stringify(value)));
}
