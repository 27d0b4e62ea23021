import type { StreamDecoder, StreamFraming } from '@tollgate/dialects';
import { asBuffer } from '../../platform/as-buffer.ts';
import type { UpstreamEvents, UpstreamHeaders } from '../http1/upstream-http-client.ts';

/** Decodes a response with a host's own framing into server-sent events; other responses pass unchanged. */
export class DecodedEvents implements UpstreamEvents {
  readonly #framing: StreamFraming;
  readonly #listener: UpstreamEvents;
  #decoder: StreamDecoder | undefined;

  constructor(framing: StreamFraming, listener: UpstreamEvents) {
    this.#framing = framing;
    this.#listener = listener;
  }

  started(status: number, headers: UpstreamHeaders): void {
    const isFramed = headers.contentType?.includes(this.#framing.contentType) === true;
    if (status >= 300 || !isFramed) return this.#listener.started(status, headers);
    this.#decoder = this.#framing.open();
    this.#listener.started(status, headers.withContentType('text/event-stream'));
  }

  data(chunk: Buffer): void {
    if (!this.#decoder) return this.#listener.data(chunk);
    const decoded = this.#decoder.push(chunk);
    if (decoded.length > 0) this.#listener.data(asBuffer(decoded));
  }

  ended(): void {
    this.#listener.ended();
  }

  failed(error: Error): void {
    this.#listener.failed(error);
  }
}
