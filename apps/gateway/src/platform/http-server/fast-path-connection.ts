import type { Socket } from 'node:net';
import { FastPathResponse } from './fast-path-response.ts';
import { FastPathHeadReader } from './fast-path-head.ts';
import { FastPathRequest } from './fast-path-request.ts';

/** Limits in calls of `tick`, unless stated otherwise. */
export interface FastPathLimits {
  wholeRequest: number;
  idle: number;
  /** Milliseconds after which a response is aborted if the client reads nothing of it. */
  stalledMs: number;
  /** Header lines sent while the connection stays open. */
  keepAlive: string;
}

export interface FastPathOwner {
  /** Whether requests for a URL are served by the fast path. */
  serves(url: string): boolean;
  serve(request: FastPathRequest, response: FastPathResponse): void;
  /** Hands the connection to Node, with nothing of it consumed. */
  handOver(connection: FastPathConnection, socket: Socket): void;
  closed(connection: FastPathConnection): void;
}

/** How long a client has to notice that its last response was the last; what it still sends is discarded. */
const FAREWELL_TICKS = 1;
/** How long a closing server waits for a client that reads nothing. */
const FLUSH_STALL_MS = 2000;
/** How long it waits for one that reads slowly: its service manager waits no longer. */
export const FLUSH_MAX_MS = 8000;
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n';

/**
 * One client connection for as long as its requests are plain: processed one after another, each answered
 * before the next is read. The first request that is not plain is handed to Node's parser, with all its bytes
 * and the connection.
 */
export class FastPathConnection {
  readonly #socket: Socket;
  readonly #owner: FastPathOwner;
  readonly #limits: FastPathLimits;
  readonly #heads = new FastPathHeadReader();
  #request: FastPathRequest | undefined;
  #response: FastPathResponse | undefined;
  /** Bytes that arrived after the request being served. */
  #early: Buffer | undefined;
  /** Ticks since a request began, or since the last response ended. */
  #ticks = 0;
  /** The last response was sent; the client is expected to read it and close. */
  #over = false;
  /** The socket's timeout measures how long the client reads nothing of a response. */
  #waitsForReader = false;

  constructor(socket: Socket, owner: FastPathOwner, limits: FastPathLimits) {
    this.#socket = socket;
    this.#owner = owner;
    this.#limits = limits;
    socket.on('data', this.#onData);
    socket.on('end', this.#ended);
    socket.on('error', ignore);
    socket.on('close', this.#closed);
    socket.on('drain', this.#drained);
  }

  /** Advances time and closes what exceeds its limit. */
  tick(): void {
    this.#ticks += 1;
    if (this.#request?.complete === false && !this.#over) {
      if (this.#ticks <= this.#limits.wholeRequest) return;
      if (this.#response?.headersSent === false) this.#socket.write(TIMED_OUT, 'latin1');
      this.#socket.destroy();
    } else if (!this.#response) this.#tickUnused();
  }

  /** No response is in progress: either the rest of one waits to be read, or the connection is idle. */
  #tickUnused(): void {
    if (this.#socket.writableLength > 0) {
      this.#ticks = 0;
      this.#waitForReader(true);
    } else if (this.#ticks > (this.#over ? FAREWELL_TICKS : this.#limits.idle))
      this.#socket.destroy();
  }

  /** Only the socket knows whether the client is reading a long response. */
  #waitForReader(waits: boolean): void {
    if (waits === this.#waitsForReader) return;
    this.#waitsForReader = waits;
    this.#socket.setTimeout(waits ? this.#limits.stalledMs : 0, this.#stalled);
  }

  readonly #stalled = (): void => {
    if (this.#socket.writableLength > 0) this.#socket.destroy();
  };

  /** Closes the connection once its last response is flushed, unless a request is in progress. */
  closeIfIdle(): void {
    if (!this.#request) this.#socket.destroySoon();
  }

  /** Closes the connection now; a finished response is flushed first, if the client reads it in time. */
  close(): void {
    const socket = this.#socket;
    if (this.#response || socket.writableLength === 0) return void socket.destroy();
    socket.setTimeout(FLUSH_STALL_MS, () => socket.destroy());
    const limit = setTimeout(() => socket.destroy(), FLUSH_MAX_MS);
    socket.once('close', () => clearTimeout(limit));
    socket.destroySoon();
  }

  /** The last byte of a response was handed to the socket. */
  ended(keepsOpen: boolean): void {
    this.#response = undefined;
    if (!keepsOpen) this.#sayGoodbye();
    else if (this.#request?.complete === false) this.#request.ignore();
    else this.#free();
  }

  /**
   * Half-closes only: data that the client still sends would reset a closed connection before the client has
   * read the response.
   */
  #sayGoodbye(): void {
    this.#over = true;
    this.#ticks = 0;
    this.#early = undefined;
    this.#request?.ignore();
    this.#socket.end();
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#over) return;
    const request = this.#request;
    if (!request) {
      // A client that does not read its responses gets no further ones.
      if (this.#early || this.#socket.writableNeedDrain) return this.#bufferEarly(bytes);
      return this.#begin(bytes);
    }
    const consumed = request.complete ? 0 : request.push(bytes);
    if (consumed < bytes.length) this.#bufferEarly(bytes.subarray(consumed));
    if (request.complete && !this.#response) this.#free();
  };

  #begin(bytes: Buffer): void {
    const head = this.#heads.read(bytes);
    if (!head || !this.#owner.serves(head.url)) return this.#handOver(bytes);
    this.#ticks = 0;
    this.#waitForReader(false);
    const request = new FastPathRequest(this.#socket, head);
    const response = new FastPathResponse(this.#socket, this, this.#limits.keepAlive);
    this.#request = request;
    this.#response = response;
    const body = bytes.subarray(head.bodyStart);
    const consumed = request.push(body);
    if (consumed < body.length) this.#bufferEarly(body.subarray(consumed));
    this.#owner.serve(request, response);
  }

  /** Leaves the next request in the kernel, except for what was already read of it. */
  #bufferEarly(bytes: Buffer): void {
    this.#early = this.#early ? Buffer.concat([this.#early, bytes]) : bytes;
    this.#socket.pause();
  }

  /** Makes the connection ready for its next request. */
  #free(): void {
    this.#request = undefined;
    this.#ticks = 0;
    if (this.#early) setImmediate(this.#takeEarly);
  }

  readonly #takeEarly = (): void => {
    const early = this.#early;
    if (!early || this.#request || this.#socket.destroyed || this.#socket.writableNeedDrain) return;
    this.#early = undefined;
    this.#socket.resume();
    this.#begin(early);
  };

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    socket.off('data', this.#onData);
    socket.off('end', this.#ended);
    socket.off('error', ignore);
    socket.off('close', this.#closed);
    socket.off('drain', this.#drained);
    this.#waitForReader(false);
    socket.pause();
    socket.unshift(bytes);
    this.#owner.handOver(this, socket);
  }

  /** A half-open connection counts as closed: the handler of the request is notified of the disconnect. */
  readonly #ended = (): void => {
    this.#socket.end();
  };

  readonly #drained = (): void => {
    this.#response?.emit('drain');
    this.#takeEarly();
  };

  readonly #closed = (): void => {
    this.#owner.closed(this);
    this.#request?.abandon();
    this.#response?.emit('close');
  };
}

function ignore(): void {}
