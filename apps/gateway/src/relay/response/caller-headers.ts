import { renderWarnings, type Translation } from '@tollgate/dialects';
import { overheadHeader } from '../metrics/overhead.ts';
import { BYTES_TYPE, safeContentType } from './safe-content-type.ts';
import type { RelayCall } from '../relay-call.ts';
import { commonHeaders } from './write-response.ts';

/**
 * Returns an upstream's response headers for the caller, as alternating names and values, including the
 * conversion warnings.
 */
export function callerHeaders(call: RelayCall, translation: Translation): string[] {
  const headers = commonHeaders(call.requestId);
  headers.push(...overheadHeader(call));
  if (call.client.dialect === 'anthropic-messages') headers.push('request-id', call.requestId);
  const warnings = renderWarnings(translation.warnings);
  if (warnings !== undefined) headers.push('x-tollgate-conversion', warnings);
  const { limit } = call.cover;
  if (limit !== undefined) headers.push('x-tollgate-output-limit', String(limit));
  return headers;
}

/**
 * Returns additional headers of a stream, as alternating names and values: of server-sent events, or of one
 * JSON array.
 */
export function streamHeaders(isArray: boolean): readonly string[] {
  return isArray ? ARRAY_HEADERS : EVENT_HEADERS;
}

/** Returns additional headers of audio, which is also sent in chunks. */
export function audioHeaders(contentType: unknown): readonly string[] {
  const type = typeof contentType === 'string' ? safeContentType(contentType) : BYTES_TYPE;
  return ['content-type', type, ...NO_BUFFERING];
}

const NO_BUFFERING = ['cache-control', 'no-cache', 'x-accel-buffering', 'no'];
const EVENT_HEADERS = ['content-type', 'text/event-stream; charset=utf-8', ...NO_BUFFERING];
const ARRAY_HEADERS = ['content-type', 'application/json; charset=utf-8', ...NO_BUFFERING];
