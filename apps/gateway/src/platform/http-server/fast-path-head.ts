import type { IncomingHttpHeaders } from 'node:http';

/** The head of a request that every parser reads alike. */
export interface FastPathHead {
  /** Includes the query. */
  readonly url: string;
  /** Lower-case names, each of which occurs once. Later requests of the connection may share them. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Length of the body, in bytes. */
  readonly bodyLength: number;
  /** Offset of the body in the bytes read. */
  readonly bodyStart: number;
}

const METHOD = 'POST ';
const VERSION = ' HTTP/1.1';
const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
const HEAD_BYTES_MAX = 16 * 1024;
/** Characters that every parser treats alike. */
const PRINTED = /^[\t\r\n\x20-\x7e]*$/;
const TARGET = /^\/[\x21-\x7e]*$/;
const NAME = /^[A-Za-z\d-]+$/;
/** Ends a line for some parsers but not for others. */
const STRAY_LINE_END = /\r(?!\n)|[^\r]\n/;
const LENGTH = /^(?:0|[1-9]\d{0,9})$/;
/** Headers that change the message framing. */
const FRAMING = ['transfer-encoding', 'content-encoding', 'expect', 'upgrade', 'trailer', 'te'];

/** Returns the head without the empty line at its end, if it is complete. */
function findHeadText(bytes: Buffer): string | undefined {
  const end = bytes.indexOf(HEAD_END, 0, 'latin1');
  return end === -1 || end > HEAD_BYTES_MAX ? undefined : bytes.toString('latin1', 0, end);
}

/**
 * Parses the head of a plain request: HTTP/1.1, POST, one `host`, one `content-length`, nothing that changes
 * the framing, no repeated header, no unusual characters. Returns undefined for every other request, valid or
 * not: those go to Node's parser.
 */
function parseHead(text: string): FastPathHead | undefined {
  if (!text.startsWith(METHOD) || !PRINTED.test(text) || STRAY_LINE_END.test(text))
    return undefined;
  const firstEnd = text.indexOf(LINE_END);
  const url = text.slice(METHOD.length, firstEnd - VERSION.length);
  if (firstEnd === -1 || !text.startsWith(VERSION, firstEnd - VERSION.length) || !TARGET.test(url))
    return undefined;
  const headers = readHeaders(text, firstEnd + LINE_END.length);
  const length = headers?.['content-length'];
  if (!headers || length === undefined || !LENGTH.test(length) || !isPlain(headers))
    return undefined;
  return {
    url,
    headers,
    bodyLength: Number(length),
    bodyStart: text.length + HEAD_END.length,
  };
}

/** Longer heads are parsed each time: every idle connection keeps its last one. */
const REPEATED_CHARS_MAX = 2048;
/** How many different heads in a row show that a client does not repeat them, as one that sends trace ids. */
const DIFFERENT_MAX = 8;
const LENGTH_LINE = /\r\ncontent-length: (\d+)(?=\r\n|$)/i;

/** A head, as the text around its `content-length`. */
interface KnownHead extends FastPathHead {
  readonly text: string;
  readonly beforeLength: string;
  readonly afterLength: string;
}

/**
 * Reads the heads of one connection. A client repeats its head with every call, except for the length of the
 * body: such a head is not parsed again.
 */
export class FastPathHeadReader {
  #last: KnownHead | undefined;
  #different = 0;

  /** Reads the head of a request; undefined if it is not plain, or not complete. */
  read(bytes: Buffer): FastPathHead | undefined {
    const text = findHeadText(bytes);
    if (text === undefined) return undefined;
    const repeated = this.#last && repeatHead(this.#last, text);
    if (repeated) {
      this.#different = 0;
      return repeated;
    }
    const head = parseHead(text);
    this.#different += 1;
    this.#last = head && this.#different <= DIFFERENT_MAX ? describeHead(head, text) : undefined;
    return head;
  }
}

function describeHead(head: FastPathHead, text: string): KnownHead | undefined {
  const line = text.length <= REPEATED_CHARS_MAX ? LENGTH_LINE.exec(text) : null;
  if (!line) return undefined;
  const end = line.index + line[0].length;
  const begin = end - (line[1] as string).length;
  // Shared by all requests that repeat the head.
  Object.freeze(head.headers);
  return { ...head, text, beforeLength: text.slice(0, begin), afterLength: text.slice(end) };
}

/** Returns a known head, with the length of the text, if that differs in nothing else. */
function repeatHead(known: KnownHead, text: string): FastPathHead | undefined {
  if (known.text === text) return known;
  const { url, beforeLength, afterLength } = known;
  if (!text.startsWith(beforeLength) || !text.endsWith(afterLength)) return undefined;
  const length = text.slice(beforeLength.length, text.length - afterLength.length);
  if (!LENGTH.test(length)) return undefined;
  return {
    url,
    headers: { ...known.headers, 'content-length': length },
    bodyLength: Number(length),
    bodyStart: text.length + HEAD_END.length,
  };
}

function readHeaders(text: string, from: number): IncomingHttpHeaders | undefined {
  const headers: IncomingHttpHeaders = {};
  for (let at = from; at < text.length;) {
    const next = text.indexOf(LINE_END, at);
    const end = next === -1 ? text.length : next;
    const colon = text.indexOf(':', at);
    if (colon === -1 || colon >= end) return undefined;
    const name = text.slice(at, colon);
    if (!NAME.test(name)) return undefined;
    const lower = name.toLowerCase();
    if (headers[lower] !== undefined) return undefined;
    headers[lower] = text.slice(colon + 1, end).trim();
    at = end + LINE_END.length;
  }
  return headers;
}

function isPlain(headers: IncomingHttpHeaders): boolean {
  const { host, connection } = headers;
  if (host === undefined || host === '') return false;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return false;
  return FRAMING.every((name) => headers[name] === undefined);
}
