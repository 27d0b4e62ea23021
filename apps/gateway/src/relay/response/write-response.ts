import type { HttpResponse } from '../../platform/http-server/http-exchange.ts';

/**
 * Up to this size a body is copied into one write with its head; larger ones are sent as they are.
 */
const ONE_WRITE_BYTES_MAX = 16 * 1024;

/** No upstream content runs in our origin, where the console's session lives. */
const SANDBOX = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Headers of every relay response, names and values in turn. The second id is the name that clients
 * of this family look for.
 */
export function commonHeaders(requestId: string): string[] {
  return [
    'x-request-id',
    requestId,
    'x-oneapi-request-id',
    requestId,
    'access-control-allow-origin',
    '*',
    'access-control-expose-headers',
    '*',
    'x-content-type-options',
    'nosniff',
    'content-security-policy',
    SANDBOX,
  ];
}

/**
 * Headers of a response about what belongs to the caller, or of a refusal: no cache in between may keep
 * it. Most know a private response by its Authorization, but keys come in other headers and in addresses.
 */
export function privateHeaders(requestId: string): string[] {
  return [...commonHeaders(requestId), 'cache-control', 'private, no-store'];
}

/**
 * Ends a response with its whole body. Node joins head and body into one write only when both are
 * text; each byte as one Latin-1 character gives just that (8 % of a small call, measured with `npm
 * run bench`).
 */
export function endWithBody(
  response: HttpResponse,
  status: number,
  headers: string[],
  body: Uint8Array,
): void {
  headers.push('content-length', String(body.length));
  response.writeHead(status, headers);
  if (response.tap) {
    response.tap.head(status, headers);
    response.tap.piece(body);
    response.tap.end();
  }
  if (body.length > ONE_WRITE_BYTES_MAX) return void response.end(body);
  const { buffer, byteOffset, length } = body;
  response.end(Buffer.from(buffer, byteOffset, length).toString('latin1'), 'latin1');
}
