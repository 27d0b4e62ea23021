import type { ResponseHeaders } from './response-headers.ts';
import type { ResponseListener } from './response-reader.ts';

/** What happens to a sent request, in this order; `failed` or `ended` comes last and once. */
export interface CallEvents extends ResponseListener {
  started(status: number, headers: ResponseHeaders): void;
  data(chunk: Buffer): void;
  ended(): void;
  failed(error: Error): void;
}

/** What carries a call, or keeps it waiting. */
export interface Carrier {
  /** The call is given up: nothing more of it may be told. */
  drop(call: PooledCall): void;
  pause(): void;
  resume(): void;
}

/** Given up by whoever made it: told apart from trouble of the network. */
export class CallAborted extends Error {}

/** One request on its way: who hears of it, and the hold on it. */
export class PooledCall {
  /** Head of the request, Latin-1. */
  readonly head: string;
  readonly body: Uint8Array | undefined;
  readonly events: CallEvents;
  carrier: Carrier | undefined;
  /** A kept connection turned out to be closed: it is sent again once, on a new one. */
  sentAgain = false;
  #over = false;

  constructor(head: string, body: Uint8Array | undefined, events: CallEvents) {
    this.head = head;
    this.body = body;
    this.events = events;
  }

  get over(): boolean {
    return this.#over;
  }

  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.carrier = undefined;
    try {
      this.events.ended();
    } catch (error) {
      // Who can't make anything of the answer hears of that; the connection may carry the next call already.
      this.events.failed(error as Error);
    }
  }

  fail(error: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.carrier = undefined;
    this.events.failed(error);
  }

  abort(): void {
    if (this.#over) return;
    this.carrier?.drop(this);
    this.fail(new CallAborted('aborted'));
  }

  pause(): void {
    this.carrier?.pause();
  }

  resume(): void {
    this.carrier?.resume();
  }
}
