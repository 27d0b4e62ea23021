import type { IncomingHttpHeaders } from 'node:http';

/** The head of a request that every parser reads alike. */
export interface FastPathHead {
  /** Includes the query. */
  readonly url: string;
  /** Lower-case names, each of which occurs once. */
  readonly headers: IncomingHttpHeaders;
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

/**
 * Parses the head of a plain request: complete, HTTP/1.1, POST, one `host`, one `content-length`, nothing
 * that changes the framing, no repeated header, no unusual characters. Returns undefined for every other
 * request, valid or not: those go to Node's parser.
 */
export function readFastPathHead(bytes: Buffer): FastPathHead | undefined {
  const end = bytes.indexOf(HEAD_END, 0, 'latin1');
  if (end === -1 || end > HEAD_BYTES_MAX) return undefined;
  const text = bytes.toString('latin1', 0, end);
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
  return { url, headers, bodyLength: Number(length), bodyStart: end + HEAD_END.length };
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
