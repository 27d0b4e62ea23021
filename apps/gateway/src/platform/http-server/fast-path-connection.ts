import type { Socket } from 'node:net';
import { FastPathResponse } from './fast-path-response.ts';
import { readFastPathHead } from './fast-path-head.ts';
import { FastPathRequest } from './fast-path-request.ts';

/** Limits in ticks of whoever calls `tick`. */
export interface FastPathLimits {
  wholeRequest: number;
  idle: number;
  /** Milliseconds: an answer of which nobody reads a byte for so long is given up. */
  stalledMs: number;
  /** Header lines of a connection that stays open. */
  keepAlive: string;
}

export interface FastPathOwner {
  /** Whether requests for a URL are served here. */
  serves(url: string): boolean;
  serve(request: FastPathRequest, answer: FastPathResponse): void;
  /** From here on the connection is Node's; nothing of it was taken. */
  handOver(connection: FastPathConnection, socket: Socket): void;
  closed(connection: FastPathConnection): void;
}

/** How long a client may take to see that its last answer was the last; what it still sends is thrown away. */
const FAREWELL_TICKS = 1;
/** A reader that takes nothing for so long is not waited for when the server ends. */
const FLUSH_STALL_MS = 2000;
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n';

/**
 * One connection of a client, as long as its requests are plain: one after another, each answered
 * before the next is read. The first that is not goes to Node's parser with all its bytes, and the
 * connection with it.
 */
export class FastPathConnection {
  readonly #socket: Socket;
  readonly #owner: FastPathOwner;
  readonly #limits: FastPathLimits;
  #request: FastPathRequest | undefined;
  #answer: FastPathResponse | undefined;
  /** Came after the request that is being answered. */
  #early: Buffer | undefined;
  /** Ticks since a request began, or since the last was answered. */
  #ticks = 0;
  /** The last answer was given: the client reads it and closes. */
  #over = false;
  /** The socket counts how long nothing of an answer is read. */
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

  /** Time passes: ends what takes too long. */
  tick(): void {
    this.#ticks += 1;
    if (this.#request?.complete === false && !this.#over) {
      if (this.#ticks <= this.#limits.wholeRequest) return;
      if (this.#answer?.headersSent === false) this.#socket.write(TIMED_OUT, 'latin1');
      this.#socket.destroy();
    } else if (!this.#answer) this.#tickUnused();
  }

  /** No answer is being made: what is left is to be read, or the connection rests. */
  #tickUnused(): void {
    if (this.#socket.writableLength > 0) {
      this.#ticks = 0;
      this.#waitForReader(true);
    } else if (this.#ticks > (this.#over ? FAREWELL_TICKS : this.#limits.idle))
      this.#socket.destroy();
  }

  /** The socket knows best whether anything of a long answer is taken. */
  #waitForReader(waits: boolean): void {
    if (waits === this.#waitsForReader) return;
    this.#waitsForReader = waits;
    this.#socket.setTimeout(waits ? this.#limits.stalledMs : 0, this.#stalled);
  }

  readonly #stalled = (): void => {
    if (this.#socket.writableLength > 0) this.#socket.destroy();
  };

  /** Closes it where no request is on it, once the last answer is out. */
  closeIfIdle(): void {
    if (!this.#request) this.#socket.destroySoon();
  }

  /** Closes it now; what is left of a finished answer goes out first, for as long as somebody reads it. */
  close(): void {
    const socket = this.#socket;
    if (this.#answer || socket.writableLength === 0) return void socket.destroy();
    socket.setTimeout(FLUSH_STALL_MS, () => socket.destroy());
    socket.destroySoon();
  }

  /** The last byte of an answer was handed to the socket. */
  ended(keepsOpen: boolean): void {
    this.#answer = undefined;
    if (!keepsOpen) this.#sayGoodbye();
    else if (this.#request?.complete === false) this.#request.ignore();
    else this.#free();
  }

  /** Not closed at once: what the client still sends would reset the connection before it has read the answer. */
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
      // Who does not read answers gets no more of them.
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
    const answer = new FastPathResponse(this.#socket, this, this.#limits.keepAlive);
    this.#request = request;
    this.#answer = answer;
    const body = bytes.subarray(head.bodyStart);
    const taken = request.push(body);
    if (taken < body.length) this.#keepEarly(body.subarray(taken));
    this.#owner.serve(request, answer);
  }

  /** The next request waits in the kernel but for what was read of it. */
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

  /** Half a connection is no client: whoever waits for the answer hears that it left. */
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
