import type { IncomingMessage } from 'node:http';
import type { FastPathRequest } from './fast-path-request.ts';

/** A client's request, parsed by Node or on the fast path. */
export type HttpRequest = IncomingMessage | FastPathRequest;

/** Observes what is sent to a caller. */
export interface ResponseTap {
  /** Headers are alternating names and values. */
  head(status: number, headers: readonly string[]): void;
  /** Bytes of the body, without chunk framing. */
  chunk(bytes: Uint8Array): void;
  /** The body is complete. */
  end(): void;
}

/** The response to a request: Node's ServerResponse or a FastPathResponse. */
export interface HttpResponse {
  readonly req: { readonly httpVersionMajor: number; readonly httpVersionMinor: number };
  /** Set to false before the head to end the connection after this response. */
  shouldKeepAlive: boolean;
  /** Set to false after the head by writers that frame chunks themselves. */
  chunkedEncoding: boolean;
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
  /** Receives a copy of the body from its writers; undefined for nearly every response. */
  tap?: ResponseTap | undefined;
  /** Headers are alternating names and values. */
  writeHead(status: number, headers: string[]): unknown;
  /** Returns false on backpressure; `drain` follows. */
  write(data: Uint8Array): boolean;
  write(text: string, encoding: 'latin1'): boolean;
  end(data?: Uint8Array): unknown;
  end(text: string, encoding: 'latin1'): unknown;
  destroy(): unknown;
  /** `close` fires when the connection ends before the response; Node also fires it afterwards. */
  on(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}
