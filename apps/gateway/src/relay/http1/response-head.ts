import { ResponseHeaders } from './response-headers.ts';

/** The length of a body: a number of bytes, chunked, or everything until the connection ends. */
export type BodyLength = number | 'chunked' | 'until-close';

export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: BodyLength;
  /** Whether the connection may carry another call afterwards. */
  readonly keepAlive: boolean;
  /** The value of the Keep-Alive header. */
  readonly keepAliveHint: string | undefined;
}

/** The response is not HTTP/1, or is ambiguous between parsers. */
export class MalformedResponse extends Error {
  readonly code = 'UPSTREAM_MALFORMED';
}

const SPACE = 0x20;
const TAB = 0x09;
const DIGIT_0 = 0x30;
const LINE_END_LENGTH = '\r\n'.length;
const LENGTH = /^\d{1,15}$/;
const CLOSE = /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i;
const KEEP_ALIVE = /(?:^|,)[\t ]*keep-alive[\t ]*(?:,|$)/i;
const STATUS_AT = 'HTTP/1.1 '.length;
const STATUS_END = 'HTTP/1.1 200'.length;
/** The rest of the status line: any reason phrase, or none. */
const REASON = /(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n|$)/y;
/**
 * Header lines, each a token directly followed by a colon, and a value without control characters (RFC 9110,
 * 5.1 and 5.5; RFC 9112, 5). Folded lines, blanks in names and stray CR or LF do not match: some parsers would
 * see another header there. There is one way to match only, so it takes linear time.
 */
const HEADER_LINES = /(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*(?:\r\n|$))*/y;

/**
 * Parses the head of a response, given as Latin-1 text without the empty line at its end (RFC 9112). Throws
 * MalformedResponse.
 */
export function parseResponseHead(text: string): ResponseHead {
  const isHttp11 = text.startsWith('HTTP/1.1 ');
  if (!isHttp11 && !text.startsWith('HTTP/1.0 '))
    throw new MalformedResponse('no HTTP/1 status line');
  const status = readStatus(text);
  REASON.lastIndex = STATUS_END;
  if (!(status >= 100) || !REASON.test(text)) throw new MalformedResponse('no HTTP/1 status');
  const linesAt = REASON.lastIndex;
  const framing = readFraming(text, linesAt);
  const { coding, length, connection, contentType, contentCoding } = framing;
  const body = bodyLength(status, framing);
  // Two lengths, or a body where there must be none: following bytes could be taken as part of this response.
  const ambiguous =
    (coding !== undefined && (length !== undefined || !isHttp11)) ||
    (body === 0 && (coding !== undefined || !isNothing(length)));
  return {
    status,
    headers: new ResponseHeaders(text.slice(linesAt), contentType, contentCoding),
    body,
    keepAlive: body !== 'until-close' && !ambiguous && keepsAlive(isHttp11, connection),
    keepAliveHint: framing.keepAlive,
  };
}

/** Parses exactly three digits; returns NaN for anything else that `Number` would accept. */
function readStatus(text: string): number {
  let status = 0;
  for (let at = STATUS_AT; at < STATUS_END; at++) {
    const digit = text.charCodeAt(at) - DIGIT_0;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    status = status * 10 + digit;
  }
  return status;
}

function isNothing(length: string | undefined): boolean {
  return length === undefined || Number(length) === 0;
}

/** The headers about framing and content. */
interface Framing {
  connection: string | undefined;
  keepAlive: string | undefined;
  contentType: string | undefined;
  contentCoding: string | undefined;
  length: string | undefined;
  coding: string | undefined;
}

function readFraming(text: string, from: number): Framing {
  HEADER_LINES.lastIndex = from;
  if (!HEADER_LINES.test(text) || HEADER_LINES.lastIndex !== text.length)
    throw new MalformedResponse('a malformed header line');
  const framing: Framing = {
    connection: undefined,
    keepAlive: undefined,
    contentType: undefined,
    contentCoding: undefined,
    length: undefined,
    coding: undefined,
  };
  for (let at = from; at < text.length;) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf('\r', colon);
    const end = lineEnd === -1 ? text.length : lineEnd;
    if (mayBeFraming(colon - at))
      addMember(framing, text.slice(at, colon), text.slice(colon + 1, end));
    at = end + LINE_END_LENGTH;
  }
  return framing;
}

/** Whether a name of this length may be one of those that `addMember` knows: rules out nearly all others. */
function mayBeFraming(length: number): boolean {
  return length === 10 || length === 12 || length === 14 || length === 16 || length === 17;
}

function addMember(framing: Framing, name: string, value: string): void {
  switch (name.toLowerCase()) {
    case 'connection':
      framing.connection = join(framing.connection, value);
      break;
    case 'keep-alive':
      framing.keepAlive = join(framing.keepAlive, value);
      break;
    case 'content-type':
      framing.contentType = join(framing.contentType, value);
      break;
    case 'content-length':
      framing.length = join(framing.length, value);
      break;
    case 'content-encoding':
      framing.contentCoding = join(framing.contentCoding, value);
      break;
    case 'transfer-encoding':
      framing.coding = join(framing.coding, value);
      break;
  }
}

function join(before: string | undefined, value: string): string {
  const trimmed = trimBlanks(value);
  return before === undefined ? trimmed : `${before}, ${trimmed}`;
}

/** Trims blanks only: `trim` removes characters that other parsers keep. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
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

function keepsAlive(isHttp11: boolean, connection: string | undefined): boolean {
  if (connection === undefined) return isHttp11;
  return isHttp11 ? !CLOSE.test(connection) : KEEP_ALIVE.test(connection);
}
