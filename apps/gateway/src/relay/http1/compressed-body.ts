import { type ContentDecoder, isBomb, openContentDecoder } from '../../platform/content-decoder.ts';
import { MalformedResponse } from './response-head.ts';

/** Events of a decoded body; `ended` or `failed` comes last, once. */
export interface DecodedListener {
  data(chunk: Buffer): void;
  ended(): void;
  failed(error: Error): void;
}

/** Pauses and resumes the connection that carries the body. */
export interface BodySource {
  pause(): void;
  resume(): void;
}

/**
 * A compressed response body, decompressed as it arrives: what the upstream flushed is emitted immediately.
 * Pausing it also pauses the connection, so that only a few chunks are buffered.
 */
export class CompressedBody {
  readonly #coding: string;
  readonly #decoder: ContentDecoder;
  readonly #listener: DecodedListener;
  readonly #source: BodySource;
  #encodedBytes = 0;
  #decodedBytes = 0;
  #paused = false;
  #isWhole = false;
  #over = false;

  /** Throws MalformedResponse for an unknown coding. */
  constructor(coding: string, listener: DecodedListener, source: BodySource) {
    const decoder = openContentDecoder(coding);
    if (!decoder) throw new MalformedResponse(`the content encoding ${coding.slice(0, 40)}`);
    this.#coding = coding;
    this.#decoder = decoder;
    this.#listener = listener;
    this.#source = source;
    decoder.on('data', this.#decoded);
    decoder.on('drain', this.#drained);
    decoder.on('end', () => (this.#isWhole ? this.#finish() : this.#fail('bytes behind its body')));
    decoder.on('error', () => this.#fail(`a body that is not ${this.#coding}`));
  }

  write(chunk: Buffer): void {
    if (this.#over) return;
    this.#encodedBytes += chunk.length;
    if (!this.#decoder.write(chunk)) this.#source.pause();
  }

  /** Call when the last byte has arrived. An empty body is not decoded, whatever its coding. */
  end(): void {
    if (this.#over) return;
    this.#isWhole = true;
    if (this.#encodedBytes === 0) this.#finish();
    else this.#decoder.end();
  }

  pause(): void {
    this.#paused = true;
    this.#decoder.pause();
    this.#source.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#decoder.resume();
    if (!this.#decoder.writableNeedDrain) this.#source.resume();
  }

  /** Stops emitting events. */
  destroy(): void {
    this.#over = true;
    this.#decoder.destroy();
  }

  readonly #decoded = (chunk: Buffer): void => {
    if (this.#over) return;
    this.#decodedBytes += chunk.length;
    if (isBomb(this.#decodedBytes, this.#encodedBytes))
      return this.#fail('a body that decompresses to far more than it is');
    try {
      this.#listener.data(chunk);
    } catch (error) {
      this.destroy();
      this.#listener.failed(error as Error);
    }
  };

  readonly #drained = (): void => {
    if (!this.#paused && !this.#over) this.#source.resume();
  };

  #finish(): void {
    if (this.#over) return;
    this.destroy();
    this.#listener.ended();
  }

  #fail(reason: string): void {
    if (this.#over) return;
    this.destroy();
    this.#listener.failed(new MalformedResponse(reason));
  }
}
