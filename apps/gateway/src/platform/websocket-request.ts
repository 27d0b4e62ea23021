import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { ByteBudget } from './byte-budget.ts';
import {
  joinMessage,
  openGuardedWebSocket,
  readRejectedUpgrade,
  underlyingSocket,
} from './guarded-websocket.ts';
import { SocketMemory } from './socket-memory.ts';

export interface WebSocketRequestOptions {
  url: string;
  /** The only message sent. */
  body: Uint8Array;
  allowPrivate: boolean;
  /** Timeout for a silent connection, in milliseconds. */
  idleMs: number;
  /** Budget that accounts for incomplete messages; not accounted if unset. */
  memory?: { budget: ByteBudget; owner: number };
  /** Whether a message is the last one. */
  isLast: (message: Uint8Array) => boolean;
}

/** The outcome: `opened`, messages and `ended`; or `refused`; `failed` at any time. */
export interface WebSocketRequestEvents {
  opened(): void;
  refused(status: number, headers: IncomingMessage['headers'], body: Buffer): void;
  message(data: Buffer): void;
  ended(): void;
  failed(error: Error): void;
}

/** The memory budget has no space for a message. */
export class MessageBudgetExceeded extends Error {
  override name = 'MessageBudgetExceeded';
}

class SocketTimeout extends Error {
  override name = 'TimeoutError';
}

/** One request over its own WebSocket, and its response as messages. */
export class WebSocketRequest {
  readonly #options: WebSocketRequestOptions;
  readonly #events: WebSocketRequestEvents;
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #memory: SocketMemory | undefined;
  #over = false;
  /** The request was sent. */
  reached = false;

  constructor(options: WebSocketRequestOptions, events: WebSocketRequestEvents) {
    this.#options = options;
    this.#events = events;
    // Deferred, so that the caller has the handle before the first event.
    queueMicrotask(() => this.#open());
  }

  abort(): void {
    this.#fail(new Error('aborted'));
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
    this.#wait();
  }

  #open(): void {
    if (this.#over) return;
    const { url, allowPrivate, body } = this.#options;
    try {
      this.#socket = openGuardedWebSocket({ url, headers: {}, allowPrivate });
    } catch (error) {
      return this.#fail(error as Error);
    }
    this.#socket
      .once('open', () => {
        if (this.#over) return;
        this.reached = true;
        this.#watchMemory();
        this.#events.opened();
        this.#socket?.send(body, { binary: false });
        this.#wait();
      })
      .on('message', (data) => this.#onMessage(joinMessage(data)))
      .once('close', () => this.#end())
      .on('error', (error) => this.#fail(error))
      .once('unexpected-response', (_request, response) => this.#refuse(response));
  }

  #watchMemory(): void {
    const { memory } = this.#options;
    const carrier = this.#socket && underlyingSocket(this.#socket);
    if (!memory || !carrier || !this.#socket) return;
    const onFull = () => this.#fail(new MessageBudgetExceeded('no memory is free'));
    this.#memory = new SocketMemory(memory.budget, memory.owner, onFull);
    this.#memory.watch(this.#socket, carrier);
  }

  #onMessage(message: Buffer): void {
    if (this.#over) return;
    this.#wait();
    try {
      this.#events.message(message);
      if (this.#options.isLast(message)) this.#end();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #refuse(response: IncomingMessage): void {
    const report = (body: Buffer) => {
      if (this.#stop()) this.#events.refused(response.statusCode ?? 502, response.headers, body);
    };
    readRejectedUpgrade(response).then(report, () => report(Buffer.alloc(0)));
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#over) return;
    this.#timer = setTimeout(
      () => this.#fail(new SocketTimeout('nothing came in time')),
      this.#options.idleMs,
    );
  }

  #end(): void {
    if (this.#stop()) this.#events.ended();
  }

  #fail(error: Error): void {
    if (this.#stop()) this.#events.failed(error);
  }

  /** Returns false if the end was already reported. */
  #stop(): boolean {
    if (this.#over) return false;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
    this.#memory?.release();
    return true;
  }
}
