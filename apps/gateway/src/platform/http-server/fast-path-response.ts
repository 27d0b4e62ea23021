import { EventEmitter } from 'node:events';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { httpDate } from './http-date.ts';
import type { ResponseTap } from './http-exchange.ts';

/** Is notified of the end of a response. */
export interface FastPathResponseOwner {
  /** The last byte was handed to the socket. */
  ended(keepsOpen: boolean): void;
}

const HTTP_1_1 = { httpVersionMajor: 1, httpVersionMinor: 1 };
const UNSAFE = /[^\t\x20-\x7e\x80-\xff]/;

/** The last line of each header, checked: most values are the same in nearly every response. */
const lastLines = new Map<string, { value: string; line: string }>();
/** Names come from the gateway's code, except in headers of files. */
const LAST_LINES_MAX = 200;

/** Returns a header line. Throws TypeError for a value that would break the head. */
function headerLine(name: string, value: string): string {
  const last = lastLines.get(name);
  if (last?.value === value) return last.line;
  if (UNSAFE.test(value)) throw new TypeError(`a value of ${name} that is no header's`);
  const line = `${name}: ${value}\r\n`;
  if (last) {
    last.value = value;
    last.line = line;
  } else if (lastLines.size < LAST_LINES_MAX) lastLines.set(name, { value, line });
  return line;
}

/**
 * A response on the fast path: the part of Node's ServerResponse that the relay uses, under the same names.
 * Emits `drain`, and `close` when the client disconnects before the end.
 */
export class FastPathResponse extends EventEmitter {
  readonly req = HTTP_1_1;
  /** Set to false to end the connection after this response. */
  shouldKeepAlive = true;
  /** Writers frame chunks themselves; exists for those that set it on Node's response. */
  chunkedEncoding = false;
  headersSent = false;
  writableFinished = false;
  tap: ResponseTap | undefined;
  readonly #socket: Socket;
  readonly #owner: FastPathResponseOwner;
  readonly #keepAlive: string;
  /** Sent with the first bytes of the body. */
  #head = '';

  /** `keepAlive` holds the header lines sent while the connection stays open. */
  constructor(socket: Socket, owner: FastPathResponseOwner, keepAlive: string) {
    super();
    this.#socket = socket;
    this.#owner = owner;
    this.#keepAlive = keepAlive;
  }

  get destroyed(): boolean {
    return this.#socket.destroyed;
  }

  /**
   * Headers are alternating names and values. A response without a body length ends the connection. Throws
   * TypeError for a value that would break the head.
   */
  writeHead(status: number, headers: readonly string[]): this {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
    let hasLength = false;
    for (let at = 0; at < headers.length; at += 2) {
      const name = headers[at] as string;
      hasLength ||= name === 'content-length' || name === 'transfer-encoding';
      head += headerLine(name, headers[at + 1] as string);
    }
    if (!hasLength) this.shouldKeepAlive = false;
    const connection = this.shouldKeepAlive ? this.#keepAlive : 'connection: close\r\n';
    this.#head = `${head}date: ${httpDate()}\r\n${connection}\r\n`;
    this.headersSent = true;
    return this;
  }

  /** Strings are Latin-1, one byte per character. Returns false on backpressure; `drain` follows. */
  write(data: string | Uint8Array, _encoding?: 'latin1'): boolean {
    // After the end the connection belongs to the next response.
    if (this.writableFinished) return false;
    const head = this.#head;
    this.#head = '';
    const socket = this.#socket;
    if (typeof data === 'string') return socket.write(head + data, 'latin1');
    if (head === '') return socket.write(data);
    socket.cork();
    socket.write(head, 'latin1');
    const keepsUp = socket.write(data);
    socket.uncork();
    return keepsUp;
  }

  end(data: string | Uint8Array = '', encoding?: 'latin1'): this {
    if (this.writableFinished || this.destroyed) return this;
    if (data.length > 0 || this.#head !== '') this.write(data, encoding);
    this.writableFinished = true;
    this.#owner.ended(this.shouldKeepAlive);
    return this;
  }

  /** Calls `done` once the finished response is fully flushed; the next one does not start before. */
  onFlushed(done: () => void): void {
    const socket = this.#socket;
    if (socket.destroyed || !socket.writableNeedDrain) return done();
    const over = () => {
      socket.off('drain', over);
      socket.off('close', over);
      done();
    };
    socket.on('drain', over);
    socket.on('close', over);
  }

  destroy(): this {
    this.#socket.destroy();
    return this;
  }
}
