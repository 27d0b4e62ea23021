import { ResponseHeaders } from './response-headers.ts';

/** How long a body is: `bytes` of it, in chunks, or all that comes until the connection ends. */
export type BodyLength = number | 'chunked' | 'until-close';

export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: BodyLength;
  /** Whether the connection may carry another call afterwards. */
  readonly keepAlive: boolean;
  /** What the server says of how long it keeps the connection. */
  readonly keepAliveHint: string | undefined;
}

/** An answer that is not HTTP/1, or one that two readers could understand in two ways. */
export class MalformedResponse extends Error {
  readonly code = 'UPSTREAM_MALFORMED';
}

const SPACE = 0x20;
const TAB = 0x09;
const LENGTH = /^\d{1,15}$/;
/** It is handed on: what is no value of a header must not reach the client's head. */
const CONTENT_TYPE = /^[\t\x20-\x7e\x80-\xff]*$/;
const CLOSE = /(?:^|,)\s*close\s*(?:,|$)/i;
const KEEP_ALIVE = /(?:^|,)\s*keep-alive\s*(?:,|$)/i;
const STATUS_END = 'HTTP/1.1 200'.length;

/**
 * Reads the head of a response, given as Latin-1 text without the empty line at its end (RFC 9112).
 * Throws MalformedResponse.
 */
export function parseResponseHead(text: string): ResponseHead {
  if (text.includes('\0')) throw new MalformedResponse('NUL in the head');
  const firstEnd = endOfLine(text, 0);
  const isHttp11 = text.startsWith('HTTP/1.1 ');
  const status = Number(text.slice(STATUS_END - 3, STATUS_END));
  const after = firstEnd === STATUS_END ? SPACE : text.charCodeAt(STATUS_END);
  if (!isHttp11 && !text.startsWith('HTTP/1.0 '))
    throw new MalformedResponse('no HTTP/1 status line');
  if (!(status >= 100 && status <= 999) || after !== SPACE || firstEnd < STATUS_END)
    throw new MalformedResponse('no HTTP/1 status');
  const framing = readFraming(text, firstEnd + 2);
  const { coding, length, connection, contentType = '' } = framing;
  if (!CONTENT_TYPE.test(contentType)) throw new MalformedResponse('a bad content-type');
  const body = bodyLength(status, framing);
  const ambiguous = coding !== undefined && (length !== undefined || !isHttp11);
  return {
    status,
    headers: new ResponseHeaders(text.slice(firstEnd + 2), framing.contentType),
    body,
    keepAlive: body !== 'until-close' && !ambiguous && staysOpen(isHttp11, connection),
    keepAliveHint: framing.keepAlive,
  };
}

/** The headers that say how the message goes over the wire, and what it is. */
interface Framing {
  connection: string | undefined;
  keepAlive: string | undefined;
  contentType: string | undefined;
  length: string | undefined;
  coding: string | undefined;
}

function readFraming(text: string, from: number): Framing {
  const framing: Framing = {
    connection: undefined,
    keepAlive: undefined,
    contentType: undefined,
    length: undefined,
    coding: undefined,
  };
  for (let at = from; at < text.length;) {
    const end = endOfLine(text, at);
    const colon = text.indexOf(':', at);
    if (colon <= at || colon >= end) throw new MalformedResponse('a header without a name');
    // What begins with a blank would belong to the line before; a blank before the colon hides the name from some.
    if (isBlank(text.charCodeAt(at)) || isBlank(text.charCodeAt(colon - 1)))
      throw new MalformedResponse('a header with a bad name');
    const member = MEMBERS[colon - at];
    if (member) note(framing, member, text.slice(at, colon), text.slice(colon + 1, end));
    at = end + 2;
  }
  return framing;
}

type Member = readonly [name: string, key: keyof Framing];
/** By the length of the name, which tells nearly all others apart. */
const MEMBERS: Readonly<Record<number, readonly Member[]>> = {
  10: [
    ['connection', 'connection'],
    ['keep-alive', 'keepAlive'],
  ],
  12: [['content-type', 'contentType']],
  14: [['content-length', 'length']],
  17: [['transfer-encoding', 'coding']],
};

function note(framing: Framing, members: readonly Member[], name: string, value: string): void {
  const lower = name.toLowerCase();
  for (const [known, key] of members) {
    if (lower !== known) continue;
    const before = framing[key];
    framing[key] = before === undefined ? value.trim() : `${before}, ${value.trim()}`;
  }
}

/** Where a line ends. Any CR or LF that is not part of CR LF would end it for some readers and not for others. */
function endOfLine(text: string, at: number): number {
  const cr = text.indexOf('\r', at);
  const lf = text.indexOf('\n', at);
  if (cr === -1 && lf === -1) return text.length;
  if (cr === -1 || lf !== cr + 1) throw new MalformedResponse('stray line end in the head');
  return cr;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

function bodyLength(status: number, { coding, length }: Framing): BodyLength {
  if (status === 204 || status === 304 || status < 200) return 0;
  if (coding !== undefined) {
    if (coding.toLowerCase() === 'chunked') return 'chunked';
    throw new MalformedResponse('a transfer coding that nobody asked for');
  }
  if (length === undefined) return 'until-close';
  if (!LENGTH.test(length)) throw new MalformedResponse('a bad content-length');
  return Number(length);
}

function staysOpen(isHttp11: boolean, connection: string | undefined): boolean {
  if (connection === undefined) return isHttp11;
  return isHttp11 ? !CLOSE.test(connection) : KEEP_ALIVE.test(connection);
}
