import type { Translation, Usage } from '@tollgate/dialects';
import { ChunkList } from '../../platform/chunk-list.ts';
import type { BuiltRequest } from '../attempt/build-upstream-request.ts';
import { isStream } from '../response/safe-content-type.ts';
import { DecodedEvents } from '../transports/decoded-events.ts';
import type {
  UpstreamCall,
  UpstreamEvents,
  UpstreamHeaders,
  UpstreamHttpClient,
} from '../http1/upstream-http-client.ts';

/** The outcome of a mirrored request. Times in milliseconds. */
export interface MirrorOutcome {
  failed: boolean;
  beginMs: number | undefined;
  totalMs: number;
  usage: Usage | undefined;
  estimatedCompletionTokens: number;
}

/** Beyond these limits a response is aborted and counts as failed. */
const WHOLE_BYTES_MAX = 1024 * 1024;
const STREAM_BYTES_MAX = 8 * 1024 * 1024;
const TIME_MAX_MS = 300_000;

/** Sends a copy of a call and reads its response within limits, only for its metrics. Never throws. */
export class MirrorRequest implements UpstreamEvents {
  readonly #translation: Translation;
  readonly #done: (outcome: MirrorOutcome) => void;
  readonly #built: BuiltRequest;
  readonly #sentAt = performance.now();
  #upstream: UpstreamCall | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reader: ReturnType<Translation['openStream']> | undefined;
  readonly #chunks = new ChunkList();
  #size = 0;
  #status = 0;
  #beginMs: number | undefined;
  #isOver = false;

  constructor(built: BuiltRequest, done: (outcome: MirrorOutcome) => void) {
    this.#built = built;
    this.#translation = built.translation;
    this.#done = done;
  }

  start(upstreams: UpstreamHttpClient): void {
    const { framing, request } = this.#built;
    this.#timer = setTimeout(() => this.#cut(), TIME_MAX_MS);
    this.#timer.unref();
    const listener = framing ? new DecodedEvents(framing, this) : this;
    this.#upstream = upstreams.send(request, listener);
  }

  started(status: number, { contentType }: UpstreamHeaders): void {
    this.#status = status;
    if (status < 300 && isStream(contentType ?? '')) this.#reader = this.#translation.openStream();
  }

  data(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#size += chunk.length;
    if (this.#size > (this.#reader ? STREAM_BYTES_MAX : WHOLE_BYTES_MAX)) return this.#cut();
    if (!this.#reader) {
      this.#beginMs ??= performance.now() - this.#sentAt;
      this.#chunks.push(chunk);
      return;
    }
    const chunks = this.#read(() => this.#reader?.push(chunk));
    if (chunks && chunks.length > 0) this.#beginMs ??= performance.now() - this.#sentAt;
  }

  ended(): void {
    this.#finish(this.#status >= 300);
  }

  failed(): void {
    this.#finish(true);
  }

  #cut(): void {
    this.#finish(true);
    this.#upstream?.abort();
  }

  #finish(failed: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const read = failed ? undefined : this.#read(() => this.#readResponse());
    this.#chunks.clear();
    this.#done({
      failed: read === undefined,
      beginMs: this.#beginMs,
      totalMs: performance.now() - this.#sentAt,
      usage: read?.usage,
      estimatedCompletionTokens: read?.tokens ?? 0,
    });
  }

  /** Returns undefined if the response is not a success. */
  #readResponse(): { usage: Usage | undefined; tokens: number } | undefined {
    if (this.#reader) {
      const end = this.#reader.end();
      const isGood = end.complete && !end.fault;
      return isGood ? { usage: end.usage, tokens: end.estimatedCompletionTokens } : undefined;
    }
    const read = this.#translation.readResponse(this.#chunks.take());
    return read.ok ? { usage: read.usage, tokens: read.estimateTokens() } : undefined;
  }

  /** Catches errors: nothing an upstream sends to a mirror may affect anybody else. */
  #read<Value>(read: () => Value): Value | undefined {
    try {
      return read();
    } catch {
      return undefined;
    }
  }
}
