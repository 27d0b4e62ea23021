import type { CoarseTimer, CoarseTimers } from '../../platform/coarse-timers.ts';
import type { HttpResponse } from '../../platform/http-server/http-exchange.ts';
import { batchSetImmediate } from '../../platform/batch-set-immediate.ts';
import { asBuffer } from '../../platform/as-buffer.ts';

/** Up to this size a chunk is framed as one text; larger ones are sent as they are, between their framing. */
const TEXT_BYTES_MAX = 16 * 1024;
/** How long the last tokens wait for the end of their stream. */
const END_WAIT_MS = 100;
const LAST_CHUNK = '0\r\n\r\n';
const CHUNKED = ['transfer-encoding', 'chunked'];

/**
 * Writes a streamed response. Frames HTTP/1.1 chunks itself: chunks with their framing are one Latin-1 text,
 * one character per byte, which Node joins with the head and sends as one buffer; its own framing makes five
 * buffers of a chunk. What arrives in one event-loop turn is sent at its end, together with the chunks of
 * other streams (saves a third of a stream's cost in all, measured with `npm run bench -- --only streams`).
 */
export class StreamBody implements CoarseTimer {
  /** Maintained by `CoarseTimers`, as is `timerSlot`. */
  dueAt = 0;
  timerSlot = -1;
  #timers: CoarseTimers | undefined;
  readonly #response: HttpResponse;
  /** HTTP/1.0 has no chunks: closing the connection ends the response. */
  readonly #framed: boolean;
  readonly #onFull: () => void;
  #waiting = '';

  /** Calls `onFull` when the client does not keep up; the response then emits `drain`. */
  constructor(response: HttpResponse, onFull: () => void) {
    this.#response = response;
    this.#onFull = onFull;
    this.#framed = response.req.httpVersionMajor === 1 && response.req.httpVersionMinor > 0;
  }

  get begun(): boolean {
    return this.#response.headersSent;
  }

  /** Headers are alternating names and values. */
  begin(status: number, headers: readonly string[]): void {
    const response = this.#response;
    response.tap?.head(status, headers);
    response.writeHead(status, this.#framed ? [...headers, ...CHUNKED] : [...headers]);
    if (this.#framed) response.chunkedEncoding = false;
  }

  write(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#response.tap?.chunk(chunk);
    if (this.#framed && chunk.length <= TEXT_BYTES_MAX) {
      if (this.#waiting === '') batchSetImmediate(this.#flush);
      this.#waiting += frame(chunk);
    } else this.#writeLarge(chunk);
  }

  /**
   * Sends what waits together with the end, which follows as soon as the charge is durable: nearly always
   * within milliseconds. If not, it is sent alone. A third write a stream costs a twentieth of it.
   */
  awaitEnd(timers: CoarseTimers): void {
    if (this.#waiting === '') return;
    this.#timers = timers;
    timers.set(this, END_WAIT_MS);
  }

  expire(): void {
    this.#send();
  }

  /** Writes the last chunk, which may be empty, and ends the response. */
  end(chunk: Uint8Array): void {
    const response = this.#response;
    this.#timers?.cancel(this);
    if (response.tap) {
      response.tap.chunk(chunk);
      response.tap.end();
    }
    if (!this.#framed) return void response.end(chunk);
    if (chunk.length > TEXT_BYTES_MAX) this.#writeLarge(chunk);
    else if (chunk.length > 0) this.#waiting += frame(chunk);
    response.end(this.#take() + LAST_CHUNK, 'latin1');
  }

  #writeLarge(chunk: Uint8Array): void {
    this.#send();
    const response = this.#response;
    if (response.destroyed) return;
    if (!this.#framed) {
      if (!response.write(chunk)) this.#onFull();
      return;
    }
    response.write(sizeLine(chunk), 'latin1');
    response.write(chunk);
    if (!response.write('\r\n', 'latin1')) this.#onFull();
  }

  #take(): string {
    const text = this.#waiting;
    this.#waiting = '';
    return text;
  }

  readonly #flush = (): void => {
    if (this.timerSlot === -1) this.#send();
  };

  #send(): void {
    const text = this.#take();
    if (text === '' || this.#response.destroyed) return;
    if (!this.#response.write(text, 'latin1')) this.#onFull();
  }
}

function sizeLine(chunk: Uint8Array): string {
  return `${chunk.length.toString(16)}\r\n`;
}

function frame(chunk: Uint8Array): string {
  return `${sizeLine(chunk)}${asBuffer(chunk).toString('latin1')}\r\n`;
}
