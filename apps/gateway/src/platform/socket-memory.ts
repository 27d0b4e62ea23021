import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ByteBudget } from './byte-budget.ts';
import { queuedBytes } from './queued-bytes.ts';
import { yieldEventLoop } from './yield-event-loop.ts';

/** Frame overhead of a message, in bytes; that of further frames is bounded by the last chunk. */
const FRAME_BYTES = 14;
/** The least that a ping or pong occupies beside its content, in bytes. */
const CONTROL_BYTES = 2;
/** What a chunk, and each fragment of a message, occupies beside its bytes. */
const CHUNK_COST = 512;
const FRAGMENT_COST = 128;
/** Fragments are counted in steps, as each count measures both sides. */
const FRAGMENT_STEP = 64;
/**
 * Incomplete messages from this size on advance by one chunk per event-loop turn, whoever sends them: the end
 * of a message unmasks, joins and parses all of it, and many may end at once. Live audio is far smaller.
 */
const LARGE_BYTES = 512 * 1024;

/** Keeps the fragments of an incomplete message; ws has no public count of them. */
interface WithReceiver {
  readonly _receiver?: { readonly _fragments?: readonly unknown[] };
}

/** One connection: the bytes of its incomplete message and of its send queue, and the pace of large messages. */
class SideMemory {
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  /** The WebSocket's own listener, which emits the messages that end in a chunk. */
  readonly #feed: ((chunk: Buffer) => void) | undefined;
  readonly #changed: () => void;
  /** Chunks that wait for their turn. */
  #waiting: Buffer[] = [];
  #received = 0;
  #lastChunk = 0;
  /** Chunks that the received bytes came in. */
  #chunks = 0;
  #fragments = 0;
  #discards = false;

  constructor(socket: WebSocket, raw: Duplex, changed: () => void) {
    this.#socket = socket;
    this.#raw = raw;
    this.#changed = changed;
    const [feed] = raw.listeners('data') as ((chunk: Buffer) => void)[];
    this.#feed = feed;
    if (feed) raw.off('data', feed);
    raw.on('data', (chunk: Buffer) => this.#receive(chunk));
    raw.once('close', () => (this.#waiting = []));
    socket.on('message', (data: Buffer) => this.#consume(data.length));
    socket.on('ping', (data) => this.#consumeControl(data.length));
    socket.on('pong', (data) => this.#consumeControl(data.length));
  }

  /** Discards what still arrives; what the WebSocket keeps of it stays counted. */
  discard(): void {
    this.#discards = true;
    this.#waiting = [];
    this.#raw.resume();
  }

  #receive(chunk: Buffer): void {
    if (this.#discards) return;
    this.#received += chunk.length;
    this.#chunks += 1;
    this.#changed();
    // The budget may have had no space for it.
    if (this.#discards) return;
    if (this.#received < LARGE_BYTES && this.#waiting.length === 0) return this.#take(chunk);
    this.#raw.pause();
    if (this.#waiting.push(chunk) === 1) void yieldEventLoop().then(() => this.#takeNext());
  }

  #takeNext(): void {
    const chunk = this.#waiting.shift();
    if (!chunk) return;
    // First, as the WebSocket pauses it again where it can't take more.
    if (this.#waiting.length === 0 && !this.#socket.isPaused) this.#raw.resume();
    this.#take(chunk);
    if (this.#waiting.length > 0) void yieldEventLoop().then(() => this.#takeNext());
  }

  #take(chunk: Buffer): void {
    this.#lastChunk = chunk.length;
    this.#feed?.call(this.#raw, chunk);
    const fragments = this.#keptFragments;
    if (fragments < this.#fragments + FRAGMENT_STEP) return;
    this.#fragments = fragments;
    this.#changed();
  }

  get #keptFragments(): number {
    const { _receiver: { _fragments: fragments } = {} } = this.#socket as WithReceiver;
    return fragments?.length ?? 0;
  }

  get bytes(): number {
    const overhead = this.#chunks * CHUNK_COST + this.#fragments * FRAGMENT_COST;
    return this.#received + overhead + queuedBytes(this.#socket);
  }

  /** A ping or pong may come between the fragments of a message, which stay. */
  #consumeControl(length: number): void {
    if (this.#keptFragments > 0) this.#received -= length + CONTROL_BYTES;
    else this.#consume(length);
  }

  /** The message ended inside the last chunk, so at most that chunk remains, and what waits. */
  #consume(length: number): void {
    const remaining = this.#received - length - FRAME_BYTES;
    const waiting = this.#waiting.reduce((bytes, chunk) => bytes + chunk.length, 0);
    this.#received = Math.max(waiting, Math.min(remaining, this.#lastChunk + waiting));
    this.#chunks = this.#waiting.length + (this.#received > waiting ? 1 : 0);
    this.#fragments = 0;
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
  readonly #sides = new Map<WebSocket, SideMemory>();
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
    this.#sides.set(socket, new SideMemory(socket, raw, this.update));
  }

  /** Discards what still arrives over a connection, while it closes. */
  discard(socket: WebSocket): void {
    this.#sides.get(socket)?.discard();
  }

  /** Counts a message that waits to be sent, in place of the one before. */
  readonly hold = (bytes: number): void => {
    this.#held = bytes;
    this.update();
  };

  /** Measures both sides; call it after sending. */
  readonly update = (): void => {
    let bytes = this.#held;
    for (const side of this.#sides.values()) bytes += side.bytes;
    if (bytes === this.#reserved) return;
    if (bytes > this.#reserved && !this.#budget.tryReserve(this.#owner, this.#reserved, bytes))
      return this.#onFull();
    if (bytes < this.#reserved) this.#shrink(bytes);
    this.#reserved = bytes;
  };

  /** Releases everything; call it when the connections are closed. */
  release(): void {
    this.#sides.clear();
    this.hold(0);
  }

  #shrink(bytes: number): void {
    this.#budget.release(this.#owner, this.#reserved);
    if (bytes > 0) this.#budget.reserve(this.#owner, 0, bytes);
  }
}
