import type { Socket } from 'node:net';
import { PlainAnswer } from './plain-answer.ts';
import { readPlainHead } from './plain-head.ts';
import { PlainRequest } from './plain-request.ts';

/** Limits in ticks of whoever calls `tick`. */
export interface PlainLimits {
  wholeRequest: number;
  idle: number;
  /** Header lines of a connection that stays open. */
  keepAlive: string;
}

export interface PlainOwner {
  /** Whether requests for a URL are served here. */
  serves(url: string): boolean;
  serve(request: PlainRequest, answer: PlainAnswer): void;
  /** From here on the connection is Node's; nothing of it was taken. */
  handOver(connection: PlainConnection, socket: Socket): void;
  closed(connection: PlainConnection): void;
}

const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n';

/**
 * One connection of a client, as long as its requests are plain: one after another, each answered
 * before the next is read. The first that is not goes to Node's parser with all its bytes, and the
 * connection with it.
 */
export class PlainConnection {
  readonly #socket: Socket;
  readonly #owner: PlainOwner;
  readonly #limits: PlainLimits;
  #request: PlainRequest | undefined;
  #answer: PlainAnswer | undefined;
  /** Came after the request that is being answered. */
  #early: Buffer | undefined;
  /** Ticks since a request began, or since the last was answered. */
  #ticks = 0;

  constructor(socket: Socket, owner: PlainOwner, limits: PlainLimits) {
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
    if (!this.#request) {
      if (this.#ticks > this.#limits.idle) this.#socket.destroy();
    } else if (!this.#request.complete && this.#ticks > this.#limits.wholeRequest) {
      if (this.#answer?.headersSent === false) this.#socket.write(TIMED_OUT, 'latin1');
      this.#socket.destroy();
    }
  }

  /** Closes it where no request is on it. */
  closeIfIdle(): void {
    if (!this.#request) this.#socket.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** The last byte of an answer was handed to the socket. */
  ended(keepsOpen: boolean): void {
    this.#answer = undefined;
    if (!keepsOpen) return void this.#socket.end();
    if (this.#request?.complete === false) this.#request.ignore();
    else this.#free();
  }

  readonly #heard = (bytes: Buffer): void => {
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
    const head = readPlainHead(bytes);
    if (!head || !this.#owner.serves(head.url)) return this.#handOver(bytes);
    this.#ticks = 0;
    const request = new PlainRequest(this.#socket, head);
    const answer = new PlainAnswer(this.#socket, this, this.#limits.keepAlive);
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
