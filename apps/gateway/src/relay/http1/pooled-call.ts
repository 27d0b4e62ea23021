import { isIdentity } from '../../platform/content-decoder.ts';
import { CompressedBody } from './compressed-body.ts';
import type { ResponseHeaders } from './response-headers.ts';
import type { ResponseListener } from './response-reader.ts';

/** Events of a sent request, in this order; `failed` or `ended` comes last, once. */
export interface CallEvents extends ResponseListener {
  started(status: number, headers: ResponseHeaders): void;
  data(chunk: Buffer): void;
  ended(): void;
  failed(error: Error): void;
}

/** Carries or queues a call. */
export interface Carrier {
  /** The call was aborted: no further events may be emitted for it. */
  drop(call: PooledCall): void;
  pause(): void;
  resume(): void;
}

/** Aborted by its caller, as opposed to a network failure. */
export class CallAborted extends Error {}

/** One request in flight: its listener, and the handle to pause and abort it. */
export class PooledCall implements ResponseListener {
  /** Head of the request, Latin-1. */
  readonly head: string;
  body: Uint8Array | undefined;
  readonly #events: CallEvents;
  carrier: Carrier | undefined;
  /** The request was resent once, on a new connection, as a kept-alive one turned out to be closed. */
  isResent = false;
  /** A byte of it may have reached the upstream. */
  reached = false;
  #over = false;
  /** Set if the upstream compresses without being asked. */
  #compressed: CompressedBody | undefined;

  constructor(head: string, body: Uint8Array | undefined, events: CallEvents) {
    this.head = head;
    this.body = body;
    this.#events = events;
  }

  get over(): boolean {
    return this.#over;
  }

  /** Throws MalformedResponse for an unknown content encoding. */
  started(status: number, headers: ResponseHeaders): void {
    const { contentCoding: coding } = headers;
    if (coding !== undefined && !isIdentity(coding)) this.#compressed = this.#decompress(coding);
    this.#events.started(status, headers);
  }

  data(chunk: Buffer): void {
    if (this.#compressed) this.#compressed.write(chunk);
    else this.#events.data(chunk);
  }

  /**
   * Call when the last byte has arrived. The carrier may take the next call, although this one may not be
   * decompressed completely.
   */
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

  /** Releases the body, as the request will not be resent. */
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
      // The failure goes to the listener that threw it; the connection may already carry the next call.
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
