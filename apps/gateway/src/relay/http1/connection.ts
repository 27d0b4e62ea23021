import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { asBuffer } from '../../platform/as-buffer.ts';
import type { Carrier, PooledCall } from './pooled-call.ts';
import { ResponseReader } from './response-reader.ts';

/** Where and how to connect. */
export interface Origin {
  secure: boolean;
  /** Host name or address, IPv6 without brackets. */
  hostname: string;
  port: number;
  lookup: LookupFunction;
}

/** Timeouts in ticks, whose length is up to the caller of `tick`. */
export interface ConnectionLimits {
  connect: number;
  /** Until the head of the response. */
  head: number;
  /** Between two chunks of the response. */
  chunk: number;
  /** For connections without a call. */
  idle: number;
  /**
   * If a kept-alive connection closes within this time after a request was sent, the server closed it before
   * the request arrived.
   */
  crossing: number;
  /** Ticks per second. */
  perSecond: number;
}

/** Owns connections. */
export interface ConnectionOwner {
  /** The session to resume, TLS only. */
  session: Buffer | undefined;
  /** The connection is free for another call. */
  freed(connection: Connection): void;
  closed(connection: Connection): void;
  /** A kept-alive connection was closed before it accepted the call. */
  sendAgain(call: PooledCall): void;
}

export class UpstreamTimeout extends Error {
  readonly code: 'UPSTREAM_CONNECT_TIMEOUT' | 'UPSTREAM_HEAD_TIMEOUT' | 'UPSTREAM_PIECE_TIMEOUT';

  constructor(code: UpstreamTimeout['code']) {
    super('the upstream took too long');
    this.code = code;
  }
}

export class UpstreamClosed extends Error {
  readonly code = 'UPSTREAM_CLOSED';

  constructor() {
    super('the upstream closed the connection');
  }
}

/** Up to this size head and body are joined into one text and sent with one write. */
const ONE_WRITE_BYTES_MAX = 16 * 1024;
const KEEP_ALIVE_PROBE_MS = 60_000;
/**
 * Read buffer shared by all plain connections: a read ends before the next begins, and chunks are copied out
 * of it (saves 64 kB of allocation per read).
 */
const LENT = Buffer.allocUnsafeSlow(64 * 1024);
const HINT = /(?:^|[,\s])timeout=(\d{1,6})/i;

/** One connection to an upstream; carries one call at a time. */
export class Connection implements Carrier {
  readonly #owner: ConnectionOwner;
  readonly #limits: ConnectionLimits;
  readonly #socket: Socket;
  readonly #secure: boolean;
  #call: PooledCall | undefined;
  #reader: ResponseReader | undefined;
  #connected = false;
  /** Whether it carried a call before: the server may then close it while the current one is in flight. */
  #reused = false;
  #paused = false;
  #error: Error | undefined;
  /** Ticks since the call was sent or a chunk of its response arrived. */
  #quiet = 0;
  #idleMax: number;
  #hint: string | undefined;

  constructor(origin: Origin, limits: ConnectionLimits, owner: ConnectionOwner) {
    this.#owner = owner;
    this.#limits = limits;
    this.#idleMax = limits.idle;
    this.#secure = origin.secure;
    this.#socket = origin.secure ? this.#openSecure(origin) : this.#openPlain(origin);
    this.#socket.on('end', this.#ended);
    this.#socket.on('error', this.#failed);
    this.#socket.on('close', this.#closed);
  }

  /** Returns false once either side has begun to close it, even if the close was not reported yet. */
  get usable(): boolean {
    return !this.#socket.destroyed && !this.#socket.readableEnded;
  }

  /** Sends a call; only while no other is running. */
  run(call: PooledCall): void {
    call.carrier = this;
    call.reached ||= this.#connected;
    this.#call = call;
    this.#quiet = 0;
    this.#reader = new ResponseReader(call, !this.#secure);
    const { head, body } = call;
    if (body === undefined) this.#socket.write(head, 'latin1');
    else if (body.length <= ONE_WRITE_BYTES_MAX) {
      this.#socket.write(head + asBuffer(body).toString('latin1'), 'latin1');
    } else {
      this.#socket.cork();
      this.#socket.write(head, 'latin1');
      this.#socket.write(body);
      this.#socket.uncork();
    }
  }

  drop(): void {
    this.#reader?.stop();
    this.#call = undefined;
    this.#socket.destroy();
  }

  pause(): void {
    this.#paused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#quiet = 0;
    this.#socket.resume();
  }

  /** Advances the timeouts and closes what exceeds them. */
  tick(): void {
    if (this.#paused) return;
    this.#quiet += 1;
    const { connect, head, chunk } = this.#limits;
    if (!this.#connected) {
      if (this.#quiet > connect) this.#giveUp(new UpstreamTimeout('UPSTREAM_CONNECT_TIMEOUT'));
    } else if (!this.#call) {
      if (this.#quiet > this.#idleMax) this.#socket.destroy();
    } else if (this.#reader?.hasHead === true) {
      if (this.#quiet > chunk) this.#giveUp(new UpstreamTimeout('UPSTREAM_PIECE_TIMEOUT'));
    } else if (this.#quiet > head) this.#giveUp(new UpstreamTimeout('UPSTREAM_HEAD_TIMEOUT'));
  }

  /** Closes the connection, and with it the current call. */
  destroy(): void {
    this.#socket.destroy();
  }

  #openPlain({ hostname, port, lookup }: Origin): Socket {
    const onread = { buffer: LENT, callback: this.#heardLent };
    const socket = connectPlain({ ...addressOf(hostname, port), lookup, onread });
    socket.once('connect', this.#open);
    return socket;
  }

  #openSecure({ hostname, port, lookup }: Origin): Socket {
    const { session } = this.#owner;
    const socket = connectSecure({
      ...addressOf(hostname, port),
      lookup,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
      ...(session ? { session } : {}),
    });
    socket.once('secureConnect', this.#open);
    socket.on('session', (session) => {
      this.#owner.session = session;
    });
    socket.on('data', this.#onData);
    return socket;
  }

  readonly #open = (): void => {
    this.#connected = true;
    this.#quiet = 0;
    if (this.#call) this.#call.reached = true;
  };

  readonly #heardLent = (length: number): boolean => {
    this.#onData(LENT.subarray(0, length));
    return !this.#paused;
  };

  readonly #onData = (bytes: Buffer): void => {
    const call = this.#call;
    const reader = this.#reader;
    if (!call || !reader) return void this.#socket.destroy();
    try {
      const isEnd = reader.read(bytes);
      // A head that arrives byte by byte does not reset the timeout.
      if (reader.hasHead) this.#quiet = 0;
      if (isEnd && !call.over) this.#finish(call, reader);
    } catch (error) {
      this.#giveUp(error as Error);
    }
  };

  /** Frees the connection before ending the call, so that the next may take it. */
  #finish(call: PooledCall, reader: ResponseReader): void {
    this.#call = undefined;
    this.#reader = undefined;
    this.#reused = true;
    this.#quiet = 0;
    if (this.#paused) this.resume();
    this.#applyHint(reader.keepAliveHint);
    // If the response arrived before the whole request was sent, the unsent part would corrupt the next call.
    if (reader.reusable && this.#socket.writableLength === 0 && !this.#error && this.#idleMax > 0)
      this.#owner.freed(this);
    else this.#socket.destroy();
    call.end();
  }

  /** Applies the server's keep-alive timeout, less a second, as the next call needs time to arrive. */
  #applyHint(hint: string | undefined): void {
    if (hint === this.#hint) return;
    this.#hint = hint;
    const seconds = hint === undefined ? undefined : HINT.exec(hint)?.[1];
    const { idle, perSecond } = this.#limits;
    this.#idleMax =
      seconds === undefined ? idle : Math.min(idle, (Number(seconds) - 1) * perSecond);
  }

  readonly #ended = (): void => {
    const call = this.#call;
    if (call && this.#reader?.end() === true) this.#finish(call, this.#reader);
    else this.#socket.destroy();
  };

  readonly #failed = (error: Error): void => {
    this.#error = error;
  };

  readonly #closed = (): void => {
    const call = this.#call;
    const reader = this.#reader;
    this.#call = undefined;
    this.#owner.closed(this);
    if (!call) return;
    if (reader && this.#crossed(reader) && !call.isResent) this.#owner.sendAgain(call);
    else call.fail(this.#error ?? new UpstreamClosed());
  };

  /**
   * Whether the server's close crossed the request in flight: the connection was idle from its side, and no
   * byte of a response arrived (RFC 9112, 9.3.1). A server that accepts the request and fails later may have
   * done the work, so such a call is not resent.
   */
  #crossed(reader: ResponseReader): boolean {
    return this.#reused && !reader.begun && this.#quiet <= this.#limits.crossing;
  }

  #giveUp(error: Error): void {
    const call = this.#call;
    this.drop();
    call?.fail(error);
  }
}

function addressOf(hostname: string, port: number) {
  return {
    host: hostname,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS,
  };
}
