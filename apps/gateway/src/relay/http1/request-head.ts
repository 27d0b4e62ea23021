/** Headers set by this client itself; a second one would contradict it. */
const MANAGED_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const PATH = /^[\x21-\x7e\x80-\xff]+$/;

export class InvalidRequest extends Error {
  readonly code = 'UPSTREAM_INVALID_REQUEST';
}

export interface RequestParts {
  method: 'POST' | 'GET';
  /** Host and port as in the URL. */
  host: string;
  /** Includes the query. */
  path: string;
  /** Alternating names and values: those shared by many requests, and those of this one. */
  sharedHeaders: readonly string[];
  headers: readonly string[];
  /** In bytes; undefined without a body. */
  bodyLength: number | undefined;
}

/**
 * Builds the head of a request as Latin-1 text. Throws InvalidRequest for values that would break out of
 * their line.
 */
export function buildRequestHead(parts: RequestParts): string {
  const { method, host, path, bodyLength } = parts;
  if (!PATH.test(path)) throw new InvalidRequest('a path with bad characters');
  const length = bodyLength === undefined ? '' : `content-length: ${bodyLength}\r\n`;
  const lines = linesOfShared(parts.sharedHeaders) + headerLines(parts.headers);
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n${lines}${length}\r\n`;
}

const shared = new WeakMap<readonly string[], string>();

function linesOfShared(headers: readonly string[]): string {
  let lines = shared.get(headers);
  if (lines === undefined) shared.set(headers, (lines = headerLines(headers)));
  return lines;
}

function headerLines(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    const value = headers[at + 1] as string;
    if (MANAGED_HEADERS.has(name.toLowerCase())) continue;
    if (!NAME.test(name) || !VALUE.test(value))
      throw new InvalidRequest(`the header ${JSON.stringify(name)} has bad characters`);
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}
