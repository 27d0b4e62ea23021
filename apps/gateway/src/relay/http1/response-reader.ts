import { ChunkedBody } from './chunked-body.ts';
import { MalformedResponse, parseResponseHead, type ResponseHead } from './response-head.ts';
import type { ResponseHeaders } from './response-headers.ts';

/** The events of a response, in this order. */
export interface ResponseListener {
  started(status: number, headers: ResponseHeaders): void;
  data(chunk: Buffer): void;
}

const HEAD_END = '\r\n\r\n';
/** Limit of a head together with all interim responses before it. */
const HEAD_BYTES_MAX = 64 * 1024;
/** 100 and 103 occur once or twice. */
const INTERIMS_MAX = 10;
const NOTHING = Buffer.alloc(0);

/** Parses one response from the bytes of a connection, however they are split. */
export class ResponseReader {
  readonly #listener: ResponseListener;
  /** Whether buffers are reused by their owner after `read`. */
  readonly #lent: boolean;
  #head: ResponseHead | undefined;
  /**
   * The part of the head received so far, in memory that grows by doubling, so that byte-by-byte arrival
   * costs linear time.
   */
  #headMemory: Buffer = NOTHING;
  #headLength = 0;
  /** How much of it is known not to contain the end of the head. */
  #searched = 0;
  #interims = 0;
  #interimBytes = 0;
  #remaining = 0;
  #reusable = false;
  #chunks: ChunkedBody | undefined;
  #bytes: Buffer = NOTHING;
  #stopped = false;

  constructor(listener: ResponseListener, lent: boolean) {
    this.#listener = listener;
    this.#lent = lent;
  }

  /** Whether any byte has arrived. */
  get begun(): boolean {
    return this.#head !== undefined || this.#headLength > 0 || this.#interims > 0;
  }

  /** Whether the head is complete. */
  get hasHead(): boolean {
    return this.#head !== undefined;
  }

  /** After the end: whether the connection may carry another call. */
  get reusable(): boolean {
    return this.#reusable;
  }

  /** The server's Keep-Alive header. */
  get keepAliveHint(): string | undefined {
    return this.#head?.keepAliveHint;
  }

  /** Stops emitting events, even for bytes that are being read. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * Consumes the next bytes. Returns true at the end of the response; bytes after it make the connection
   * unusable. Throws MalformedResponse.
   */
  read(bytes: Buffer): boolean {
    let at = 0;
    let source = bytes;
    if (this.#head === undefined) {
      if (this.#headLength > 0) source = this.#appendToHead(bytes);
      at = this.#readHead(source);
      if (at === -1) return false;
    }
    return this.#readBody(source, at);
  }

  /** Handles the end of the connection; returns true if it ends the response. */
  end(): boolean {
    return this.#head?.body === 'until-close';
  }

  /** Returns where the body begins, or -1 while the head continues. Skips interim responses. */
  #readHead(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(HEAD_END, Math.max(at, this.#searched), 'latin1');
      const length = (end === -1 ? bytes.length : end) - at;
      if (length + this.#interimBytes > HEAD_BYTES_MAX)
        throw new MalformedResponse('the head is too large');
      if (end === -1) {
        this.#keepHead(bytes, at);
        return -1;
      }
      const head = parseResponseHead(bytes.toString('latin1', at, end));
      at = end + HEAD_END.length;
      if (head.status === 101) throw new MalformedResponse('nobody asked for another protocol');
      if (head.status < 200) this.#passInterim(length);
      else {
        this.#begin(head);
        return at;
      }
    }
  }

  #passInterim(length: number): void {
    this.#interims += 1;
    this.#interimBytes += length;
    if (this.#interims > INTERIMS_MAX) throw new MalformedResponse('too many interim responses');
  }

  /** Keeps the start of a head, which may already be in its memory. */
  #keepHead(bytes: Buffer, at: number): void {
    if (at > 0 || this.#headLength === 0) {
      this.#headMemory = Buffer.from(bytes.subarray(at));
      this.#headLength = bytes.length - at;
    }
    this.#searched = Math.max(0, this.#headLength - HEAD_END.length + 1);
  }

  #appendToHead(bytes: Buffer): Buffer {
    const length = this.#headLength + bytes.length;
    if (length > this.#headMemory.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#headMemory.length));
      this.#headMemory.copy(larger, 0, 0, this.#headLength);
      this.#headMemory = larger;
    }
    bytes.copy(this.#headMemory, this.#headLength);
    this.#headLength = length;
    return this.#headMemory.subarray(0, length);
  }

  #begin(head: ResponseHead): void {
    this.#head = head;
    this.#reusable = head.keepAlive;
    this.#headMemory = NOTHING;
    this.#headLength = 0;
    if (head.body === 'chunked') this.#chunks = new ChunkedBody();
    else this.#remaining = head.body === 'until-close' ? Infinity : head.body;
    if (!this.#stopped) this.#listener.started(head.status, head.headers);
  }

  #readBody(bytes: Buffer, at: number): boolean {
    if (this.#chunks) {
      this.#bytes = bytes;
      const end = this.#chunks.read(bytes, at, this.#passOn);
      this.#bytes = NOTHING;
      return this.#checkEnd(end, bytes);
    }
    const end = Math.min(bytes.length, at + this.#remaining);
    this.#remaining -= end - at;
    if (end > at) {
      this.#bytes = bytes;
      this.#passOn(at, end);
      this.#bytes = NOTHING;
    }
    return this.#checkEnd(this.#remaining === 0 ? end : -1, bytes);
  }

  /** No call asked for bytes after the end: they must never become the response to the next one. */
  #checkEnd(end: number, bytes: Buffer): boolean {
    if (end === -1) return false;
    if (end < bytes.length) this.#reusable = false;
    return true;
  }

  readonly #passOn = (start: number, end: number): void => {
    if (this.#stopped) return;
    const chunk = this.#bytes.subarray(start, end);
    this.#listener.data(this.#lent ? Buffer.from(chunk) : chunk);
  };
}
