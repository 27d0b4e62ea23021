import { isIdentity } from '../../platform/content-decoder.ts';
import { CompressedBody } from './compressed-body.ts';
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
export class PooledCall implements ResponseListener {
  /** Head of the request, Latin-1. */
  readonly head: string;
  body: Uint8Array | undefined;
  readonly #events: CallEvents;
  carrier: Carrier | undefined;
  /** A kept connection turned out to be closed: it is sent again once, on a new one. */
  sentAgain = false;
  /** A byte of it may have reached the upstream. */
  reached = false;
  #over = false;
  /** Set where the upstream compresses though nobody asked it to. */
  #compressed: CompressedBody | undefined;

  constructor(head: string, body: Uint8Array | undefined, events: CallEvents) {
    this.head = head;
    this.body = body;
    this.#events = events;
  }

  get over(): boolean {
    return this.#over;
  }

  /** Throws MalformedResponse for a content encoding that nobody knows. */
  started(status: number, headers: ResponseHeaders): void {
    const { contentCoding: coding } = headers;
    if (coding !== undefined && !isIdentity(coding)) this.#compressed = this.#decompress(coding);
    this.#events.started(status, headers);
  }

  data(chunk: Buffer): void {
    if (this.#compressed) this.#compressed.write(chunk);
    else this.#events.data(chunk);
  }

  /** The last byte came. Its carrier may take the next call, though this one may not be decompressed yet. */
  end(): void {
    if (this.#over) return;
    this.carrier = undefined;
    if (this.#compressed) this.#compressed.end();
    else this.#finish();
  }

  fail(error: Error): void {
    if (this.#over) return;
    this.#over = true;
    this.carrier = undefined;
    this.#compressed?.destroy();
    this.#events.failed(error);
  }

  abort(): void {
    if (this.#over) return;
    this.carrier?.drop(this);
    this.fail(new CallAborted('aborted'));
  }

  /** The request will not be sent again. */
  forgetBody(): void {
    this.body = undefined;
  }

  pause(): void {
    if (this.#compressed) this.#compressed.pause();
    else this.carrier?.pause();
  }

  resume(): void {
    if (this.#compressed) this.#compressed.resume();
    else this.carrier?.resume();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    try {
      this.#events.ended();
    } catch (error) {
      // Who can't make anything of the answer hears of that; the connection may carry the next call already.
      this.#events.failed(error as Error);
    }
  }

  #decompress(coding: string): CompressedBody {
    return new CompressedBody(
      coding,
      {
        data: (chunk) => this.#events.data(chunk),
        ended: () => this.#finish(),
        failed: (error) => {
          if (this.#over) return;
          this.carrier?.drop(this);
          this.fail(error);
        },
      },
      { pause: () => this.carrier?.pause(), resume: () => this.carrier?.resume() },
    );
  }
}
