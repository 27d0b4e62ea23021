import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ByteBudget } from './byte-budget.ts';

/** Frame overhead of a message, in bytes; that of further frames is bounded by the last chunk. */
const FRAME_BYTES = 14;

/** One connection: the bytes of its incomplete message and of its send queue. */
class SideMemory {
  readonly #socket: WebSocket;
  #received = 0;
  #lastChunk = 0;

  constructor(socket: WebSocket, raw: Duplex, changed: () => void) {
    this.#socket = socket;
    // Registered before the WebSocket's own listener, which emits the messages that end in the
    // chunk.
    raw.prependListener('data', (chunk: Buffer) => {
      this.#received += chunk.length;
      this.#lastChunk = chunk.length;
      changed();
    });
    socket.on('message', (data: Buffer) => this.#consume(data.length));
    socket.on('ping', (data) => this.#consume(data.length));
    socket.on('pong', (data) => this.#consume(data.length));
  }

  get bytes(): number {
    return this.#received + this.#socket.bufferedAmount;
  }

  /** The message ended inside the last chunk, so at most that chunk remains. */
  #consume(length: number): void {
    const remaining = this.#received - length - FRAME_BYTES;
    this.#received = Math.max(0, Math.min(remaining, this.#lastChunk));
  }
}

/**
 * Accounts the memory of related WebSockets, such as both sides of a realtime session: incomplete messages,
 * unsent data and a message that waits.
 */
export class SocketMemory {
  readonly #budget: ByteBudget;
  readonly #owner: number;
  readonly #onFull: () => void;
  #sides: SideMemory[] = [];
  #reserved = 0;
  #held = 0;

  /** Calls `full` each time that the budget is exhausted. */
  constructor(budget: ByteBudget, owner: number, onFull: () => void) {
    this.#budget = budget;
    this.#owner = owner;
    this.#onFull = onFull;
  }

  /** Counts what arrives over a connection and what is queued for it. */
  watch(socket: WebSocket, raw: Duplex): void {
    this.#sides.push(new SideMemory(socket, raw, this.update));
  }

  /** Counts a message that waits to be sent, in place of the one before. */
  readonly hold = (bytes: number): void => {
    this.#held = bytes;
    this.update();
  };

  /** Measures both sides; call it after sending. */
  readonly update = (): void => {
    let bytes = this.#held;
    for (const side of this.#sides) bytes += side.bytes;
    if (bytes === this.#reserved) return;
    if (bytes > this.#reserved && !this.#budget.tryReserve(this.#owner, this.#reserved, bytes))
      return this.#onFull();
    if (bytes < this.#reserved) this.#shrink(bytes);
    this.#reserved = bytes;
  };

  /** Releases everything; call it when the connections are closed. */
  release(): void {
    this.#sides = [];
    this.hold(0);
  }

  #shrink(bytes: number): void {
    this.#budget.release(this.#owner, this.#reserved);
    if (bytes > 0) this.#budget.reserve(this.#owner, 0, bytes);
  }
}
