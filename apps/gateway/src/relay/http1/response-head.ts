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
const LENGTH = /^\d{1,15}$/;
const CLOSE = /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i;
const KEEP_ALIVE = /(?:^|,)[\t ]*keep-alive[\t ]*(?:,|$)/i;
const STATUS_AT = 'HTTP/1.1 '.length;
const STATUS_END = 'HTTP/1.1 200'.length;
/** The rest of the status line: any reason phrase, or none. */
const REASON = /(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n|$)/y;
/**
 * A header line with its end: a token directly followed by a colon, and a value without control characters
 * (RFC 9110, 5.1 and 5.5; RFC 9112, 5). Folded lines, blanks in names and stray CR or LF do not match: some
 * parsers would see another header there.
 */
const HEADER_LINE = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*(?:\r\n|$)/y;

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
  const framing: Framing = {
    connection: undefined,
    keepAlive: undefined,
    contentType: undefined,
    contentCoding: undefined,
    length: undefined,
    coding: undefined,
  };
  for (let at = from; at < text.length;) {
    HEADER_LINE.lastIndex = at;
    if (!HEADER_LINE.test(text)) throw new MalformedResponse('a malformed header line');
    const colon = text.indexOf(':', at);
    const next = HEADER_LINE.lastIndex;
    const member = MEMBERS[colon - at];
    if (member) addMember(framing, member, text.slice(at, colon), text.slice(colon + 1, next));
    at = next;
  }
  return framing;
}

type Member = readonly [name: string, key: keyof Framing];
/** By length of the name, which rules out nearly all others. */
const MEMBERS: Readonly<Record<number, readonly Member[]>> = {
  10: [
    ['connection', 'connection'],
    ['keep-alive', 'keepAlive'],
  ],
  12: [['content-type', 'contentType']],
  14: [['content-length', 'length']],
  16: [['content-encoding', 'contentCoding']],
  17: [['transfer-encoding', 'coding']],
};

function addMember(
  framing: Framing,
  members: readonly Member[],
  name: string,
  value: string,
): void {
  const lower = name.toLowerCase();
  for (const [memberName, key] of members) {
    if (lower !== memberName) continue;
    const before = framing[key];
    const trimmed = trimBlanks(value);
    framing[key] = before === undefined ? trimmed : `${before}, ${trimmed}`;
  }
}

/** Trims blanks and the line end only: `trim` removes characters that other parsers keep. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.endsWith('\r\n') ? text.length - 2 : text.length;
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
