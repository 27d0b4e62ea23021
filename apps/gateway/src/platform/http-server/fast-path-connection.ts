import type { Socket } from 'node:net';
import { FastPathResponse } from './fast-path-response.ts';
import { readFastPathHead } from './fast-path-head.ts';
import { FastPathRequest } from './fast-path-request.ts';

/** Limits in ticks of whoever calls `tick`. */
export interface FastPathLimits {
  wholeRequest: number;
  idle: number;
  /** Milliseconds: a response of which the client reads nothing for this long is aborted. */
  stalledMs: number;
  /** Header lines of a connection that stays open. */
  keepAlive: string;
}

export interface FastPathOwner {
  /** Whether requests for a URL are served here. */
  serves(url: string): boolean;
  serve(request: FastPathRequest, response: FastPathResponse): void;
  /** From here on the connection belongs to Node; nothing of it was consumed. */
  handOver(connection: FastPathConnection, socket: Socket): void;
  closed(connection: FastPathConnection): void;
}

/**
 * How long a client may take to notice that its last response was the last; what it still sends is
 * discarded.
 */
const FAREWELL_TICKS = 1;
/** A reader that reads nothing for this long is not waited for when the server closes. */
const FLUSH_STALL_MS = 2000;
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n';

/**
 * One client connection, as long as its requests are plain: one after another, each answered before the
 * next is read. The first request that is not plain goes to Node's parser with all its bytes, and the
 * connection with it.
 */
export class FastPathConnection {
  readonly #socket: Socket;
  readonly #owner: FastPathOwner;
  readonly #limits: FastPathLimits;
  #request: FastPathRequest | undefined;
  #answer: FastPathResponse | undefined;
  /** Arrived after the request that is being answered. */
  #early: Buffer | undefined;
  /** Ticks since a request began, or since the last response ended. */
  #ticks = 0;
  /** The last response was sent: the client reads it and closes. */
  #over = false;
  /** The socket measures how long the client reads nothing of a response. */
  #waitsForReader = false;

  constructor(socket: Socket, owner: FastPathOwner, limits: FastPathLimits) {
    this.#socket = socket;
    this.#owner = owner;
    this.#limits = limits;
    socket.on('data', this.#heard);
    socket.on('end', this.#ended);
    socket.on('error', ignore);
    socket.on('close', this.#closed);
    socket.on('drain', this.#drained);
  }

  /** Advances time: ends what takes too long. */
  tick(): void {
    this.#ticks += 1;
    if (this.#request?.complete === false && !this.#over) {
      if (this.#ticks <= this.#limits.wholeRequest) return;
      if (this.#answer?.headersSent === false) this.#socket.write(TIMED_OUT, 'latin1');
      this.#socket.destroy();
    } else if (!this.#answer) this.#tickUnused();
  }

  /** No response is in progress: what is left is waiting to be read, or the connection is idle. */
  #tickUnused(): void {
    if (this.#socket.writableLength > 0) {
      this.#ticks = 0;
      this.#waitForReader(true);
    } else if (this.#ticks > (this.#over ? FAREWELL_TICKS : this.#limits.idle))
      this.#socket.destroy();
  }

  /** The socket knows best whether the client reads anything of a long response. */
  #waitForReader(waits: boolean): void {
    if (waits === this.#waitsForReader) return;
    this.#waitsForReader = waits;
    this.#socket.setTimeout(waits ? this.#limits.stalledMs : 0, this.#stalled);
  }

  readonly #stalled = (): void => {
    if (this.#socket.writableLength > 0) this.#socket.destroy();
  };

  /** Closes the connection if it has no request, once the last response is out. */
  closeIfIdle(): void {
    if (!this.#request) this.#socket.destroySoon();
  }

  /** Closes it now; the rest of a finished response is flushed first, as long as the client reads it. */
  close(): void {
    const socket = this.#socket;
    if (this.#answer || socket.writableLength === 0) return void socket.destroy();
    socket.setTimeout(FLUSH_STALL_MS, () => socket.destroy());
    socket.destroySoon();
  }

  /** The last byte of a response was handed to the socket. */
  ended(keepsOpen: boolean): void {
    this.#answer = undefined;
    if (!keepsOpen) this.#sayGoodbye();
    else if (this.#request?.complete === false) this.#request.ignore();
    else this.#free();
  }

  /**
   * Not closed at once: data that the client still sends would reset the connection before it has read the
   * response.
   */
  #sayGoodbye(): void {
    this.#over = true;
    this.#ticks = 0;
    this.#early = undefined;
    this.#request?.ignore();
    this.#socket.end();
  }

  readonly #heard = (bytes: Buffer): void => {
    if (this.#over) return;
    const request = this.#request;
    if (!request) {
      // A client that does not read responses gets no more of them.
      if (this.#early || this.#socket.writableNeedDrain) return this.#keepEarly(bytes);
      return this.#begin(bytes);
    }
    const taken = request.complete ? 0 : request.push(bytes);
    if (taken < bytes.length) this.#keepEarly(bytes.subarray(taken));
    if (request.complete && !this.#answer) this.#free();
  };

  #begin(bytes: Buffer): void {
    const head = readFastPathHead(bytes);
    if (!head || !this.#owner.serves(head.url)) return this.#handOver(bytes);
    this.#ticks = 0;
    this.#waitForReader(false);
    const request = new FastPathRequest(this.#socket, head);
    const response = new FastPathResponse(this.#socket, this, this.#limits.keepAlive);
    this.#request = request;
    this.#answer = response;
    const body = bytes.subarray(head.bodyStart);
    const taken = request.push(body);
    if (taken < body.length) this.#keepEarly(body.subarray(taken));
    this.#owner.serve(request, response);
  }

  /** The next request waits in the kernel, except for what was already read of it. */
  #keepEarly(bytes: Buffer): void {
    this.#early = this.#early ? Buffer.concat([this.#early, bytes]) : bytes;
    this.#socket.pause();
  }

  /** The connection may take its next request. */
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
    socket.off('data', this.#heard);
    socket.off('end', this.#ended);
    socket.off('error', ignore);
    socket.off('close', this.#closed);
    socket.off('drain', this.#drained);
    this.#waitForReader(false);
    socket.pause();
    socket.unshift(bytes);
    this.#owner.handOver(this, socket);
  }

  /** A half-open connection is not a client: whoever awaits the response is notified of the disconnect. */
  readonly #ended = (): void => {
    this.#socket.end();
  };

  readonly #drained = (): void => {
    this.#answer?.emit('drain');
    this.#takeEarly();
  };

  readonly #closed = (): void => {
    this.#owner.closed(this);
    this.#request?.abandon();
    this.#answer?.emit('close');
  };
}

function ignore(): void {}
