import type { ServerResponse } from 'node:http';
import { sendJson } from './respond.ts';
import type { Refusal, Wire } from './wire.ts';

/** Sends an error in the vendor's format. */
export function sendWireError(
  response: ServerResponse,
  wire: Pick<Wire, 'renderError' | 'errorHeaders' | 'errorStatus'>,
  { status, error }: Refusal,
  headers: Record<string, string> = {},
): void {
  sendJson(response, wire.errorStatus ?? status, wire.renderError(status, error), {
    ...wire.errorHeaders?.(status),
    ...headers,
  });
}
