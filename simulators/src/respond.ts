import type { ErrorBody } from './error-body.ts';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { cutConnection } from './connection-cut.ts';
import type { Call } from './endpoint.ts';

const DRIP_BYTES = 16;
const DRIP_GAP_MS = 50;

/** Sends a JSON response. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  sendBytes(response, status, Buffer.from(JSON.stringify(body)), headers);
}

function sendBytes(
  response: ServerResponse,
  status: number,
  bytes: Buffer,
  headers: Record<string, string>,
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    'x-request-id': 'req_simulated',
    ...headers,
  });
  response.end(bytes);
}

/** Sends the non-streamed response of a call, with the faults that apply within one. */
export async function respondWithJson(
  { script, response, clock, transform }: Call,
  body: object,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(transform?.({ ...body }) ?? body));
  switch (script.fault) {
    case 'gzip':
    case 'gzip-bomb':
      return sendBytes(response, 200, gzipSync(bytes), { 'content-encoding': 'gzip' });
    case 'cut-mid-json':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(bytes.subarray(0, bytes.length >> 1), () => cutConnection(response));
      return;
    case 'slow-drip':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      for (const chunk of drip(bytes)) {
        await clock.wait(gapOf(script));
        if (response.destroyed) return;
        response.write(chunk);
      }
      response.end();
      return;
    default:
      return sendBytes(response, 200, bytes, {});
  }
}

/** Splits bytes into the small pieces of a slow drip. */
export function drip(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / DRIP_BYTES) }, (_, index) =>
    bytes.subarray(index * DRIP_BYTES, (index + 1) * DRIP_BYTES),
  );
}

/** Returns the delay before each chunk of a stream. */
export function gapOf({ fault, gap_ms }: Call['script']): number {
  return gap_ms || (fault === 'slow-drip' ? DRIP_GAP_MS : 0);
}

/** Renders an error in the format of the OpenAI API. */
export function renderOpenAiError(_status: number, error: ErrorBody) {
  return { error: { param: null, ...error } };
}

/** Sends an error in the format of the OpenAI API. */
export function sendError(
  response: ServerResponse,
  status: number,
  error: ErrorBody,
  headers: Record<string, string> = {},
): void {
  sendJson(response, status, renderOpenAiError(status, error), headers);
}
