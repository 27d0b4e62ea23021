/** Headers by their lower-case name; several of one name are a list. */
export type ResponseHeaders = Record<string, string | string[] | undefined>;

/** How long a body is: `bytes` of it, in chunks, or all that comes until the connection ends. */
export type BodyLength = number | 'chunked' | 'until-close';

export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: BodyLength;
  /** Whether the connection may carry another call afterwards. */
  readonly keepAlive: boolean;
}

/** An answer that is not HTTP/1, or one that two readers could understand in two ways. */
export class MalformedResponse extends Error {
  readonly code = 'UPSTREAM_MALFORMED';
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const LENGTH = /^\d{1,15}$/;
const CLOSE = /(?:^|,)\s*close\s*(?:,|$)/i;
const KEEP_ALIVE = /(?:^|,)\s*keep-alive\s*(?:,|$)/i;

/**
 * Reads the head of a response, given as Latin-1 text without the empty line at its end (RFC 9112).
 * Throws MalformedResponse.
 */
export function parseResponseHead(text: string): ResponseHead {
  if (text.includes('\0')) throw new MalformedResponse('NUL in the head');
  const firstEnd = endOfLine(text, 0);
  const [, minor, digits] = STATUS_LINE.exec(text.slice(0, firstEnd)) ?? [];
  if (digits === undefined) throw new MalformedResponse('no HTTP/1 status line');
  const status = Number(digits);
  const headers = readHeaders(text, firstEnd + 2);
  const body = bodyLength(status, headers);
  const coded = headers['transfer-encoding'] !== undefined;
  const ambiguous = coded && (headers['content-length'] !== undefined || minor === '0');
  return {
    status,
    headers,
    body,
    keepAlive: body !== 'until-close' && !ambiguous && staysOpen(minor === '1', headers),
  };
}

/** Where a line ends. Any CR or LF that is not part of CR LF would end it for some readers and not for others. */
function endOfLine(text: string, at: number): number {
  const cr = text.indexOf('\r', at);
  const lf = text.indexOf('\n', at);
  if (cr === -1 && lf === -1) return text.length;
  if (cr === -1 || lf !== cr + 1) throw new MalformedResponse('stray line end in the head');
  return cr;
}

function readHeaders(text: string, from: number): ResponseHeaders {
  const headers = Object.create(null) as ResponseHeaders;
  for (let at = from; at < text.length;) {
    const end = endOfLine(text, at);
    const colon = text.indexOf(':', at);
    if (colon === -1 || colon >= end) throw new MalformedResponse('a header without a colon');
    const name = readName(text.slice(at, colon));
    const value = text.slice(colon + 1, end).trim();
    const known = headers[name];
    if (known === undefined) headers[name] = value;
    else if (typeof known === 'string') headers[name] = [known, value];
    else known.push(value);
    at = end + 2;
  }
  return headers;
}

/** Lower-case names by how upstreams write them: the same few come with every answer. */
const names = new Map<string, string>();
const NAMES_MAX = 1000;

function readName(written: string): string {
  let name = names.get(written);
  if (name !== undefined) return name;
  name = written.toLowerCase();
  if (!NAME.test(name)) throw new MalformedResponse('a header with a bad name');
  if (names.size < NAMES_MAX) names.set(written, name);
  return name;
}

function bodyLength(status: number, headers: ResponseHeaders): BodyLength {
  if (status === 204 || status === 304 || status < 200) return 0;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) {
    if (typeof coding === 'string' && coding.toLowerCase() === 'chunked') return 'chunked';
    throw new MalformedResponse('a transfer coding that nobody asked for');
  }
  const length = headers['content-length'];
  if (length === undefined) return 'until-close';
  if (typeof length !== 'string' || !LENGTH.test(length))
    throw new MalformedResponse('a bad content-length');
  return Number(length);
}

function staysOpen(isHttp11: boolean, { connection }: ResponseHeaders): boolean {
  if (connection === undefined) return isHttp11;
  const text = typeof connection === 'string' ? connection : connection.join(',');
  return isHttp11 ? !CLOSE.test(text) : KEEP_ALIVE.test(text);
}
