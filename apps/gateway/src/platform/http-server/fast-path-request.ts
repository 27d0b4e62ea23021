import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { ChunkList } from '../chunk-list.ts';
import { AppError } from '../app-error.ts';
import type { FastPathHead } from './fast-path-head.ts';

/** Bytes of a body that are buffered before somebody reads it. */
const UNREAD_BYTES_MAX = 64 * 1024;

interface Reader {
  resolve: (body: Buffer) => void;
  reject: (error: Error) => void;
}

/**
 * A request on the fast path: the part of Node's IncomingMessage that its readers use, plus a body that is
 * read as a whole.
 */
export class FastPathRequest {
  readonly method = 'POST';
  readonly url: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly socket: Socket;
  readonly #length: number;
  #remaining: number;
  readonly #chunks = new ChunkList();
  #reader: Reader | undefined;
  #grown: ((arrivedBytes: number) => Error | undefined) | undefined;
  /** The body, or the rest of it, is discarded. */
  #ignored = false;

  constructor(socket: Socket, { url, headers, bodyLength }: FastPathHead) {
    this.socket = socket;
    this.url = url;
    this.headers = headers;
    this.#length = this.#remaining = bodyLength;
  }

  /** Whether the whole body has arrived. */
  get complete(): boolean {
    return this.#remaining === 0;
  }

  /** Bytes of the body that have not arrived yet. */
  get missingBytes(): number {
    return this.#remaining;
  }

  /** Length of the body in bytes, as stated by the head. */
  get bodyLength(): number {
    return this.#length;
  }

  /**
   * Reads the whole body, synchronously if it has arrived. Rejects with AppError relay_body_too_large, when
   * the client disconnects, and with an error that `grown` returns: it is called with the bytes received so
   * far whenever more arrive. Call once.
   */
  readBody(
    maxBytes: number,
    grown?: (arrivedBytes: number) => Error | undefined,
  ): Buffer | Promise<Buffer> {
    if (this.#length > maxBytes) {
      this.ignore();
      return Promise.reject(new AppError('relay_body_too_large', { limit: maxBytes }));
    }
    if (this.socket.destroyed) return Promise.reject(disconnectedEarly());
    if (this.#remaining === 0) return this.#chunks.take();
    this.#grown = grown;
    this.socket.resume();
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  /** Consumes the next bytes of the connection; returns how many of them belong to this request. */
  push(bytes: Buffer): number {
    const consumed = Math.min(bytes.length, this.#remaining);
    this.#remaining -= consumed;
    if (!this.#ignored && consumed > 0)
      this.#chunks.push(consumed === bytes.length ? bytes : bytes.subarray(0, consumed));
    const refused = this.#reader && this.#grown?.(this.#length - this.#remaining);
    if (refused) this.refuse(refused);
    else if (this.#remaining === 0 && this.#reader) this.#resolveReader(this.#reader);
    else if (!this.#reader && !this.#ignored && this.#length - this.#remaining > UNREAD_BYTES_MAX)
      this.socket.pause();
    return consumed;
  }

  /** Discards the body, both what has arrived and what follows. */
  ignore(): void {
    this.#ignored = true;
    this.#chunks.clear();
    this.socket.resume();
  }

  /** Whether a reader waits for the rest of the body. */
  get isReading(): boolean {
    return this.#reader !== undefined;
  }

  /** Stops reading the body: rejects its reader with the error and discards what follows. */
  refuse(error: Error): void {
    this.#reader?.reject(error);
    this.#reader = this.#grown = undefined;
    this.ignore();
  }

  /** Drops the reader, which would otherwise keep the body alive as long as the request. */
  #resolveReader(reader: Reader): void {
    this.#reader = this.#grown = undefined;
    reader.resolve(this.#chunks.take());
  }

  /** The client disconnected. */
  abandon(): void {
    this.#chunks.clear();
    this.#reader?.reject(disconnectedEarly());
  }
}

function disconnectedEarly(): AppError {
  return new AppError('relay_invalid_request', {}, { internal: 'the client left while sending' });
}
