import type { IncomingMessage } from 'node:http';
import type { FastPathRequest } from './fast-path-request.ts';

/** A request of a client, as Node reads it or on a plain connection. */
export type HttpRequest = IncomingMessage | FastPathRequest;

/** Hears what a caller is sent. */
export interface ResponseTap {
  /** Headers are alternating names and values. */
  head(status: number, headers: readonly string[]): void;
  /** Bytes of the body, without their framing. */
  piece(bytes: Uint8Array): void;
  /** The body is whole. */
  end(): void;
}

/** The response to a request: Node's ServerResponse or a FastPathResponse. */
export interface HttpResponse {
  readonly req: { readonly httpVersionMajor: number; readonly httpVersionMinor: number };
  /** Set to false before the head to end the connection after this response. */
  shouldKeepAlive: boolean;
  /** Set to false after the head by who frames chunks itself. */
  chunkedEncoding: boolean;
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  readonly writableFinished: boolean;
  /** Told of the body by its writers; undefined for nearly every response. */
  tap?: ResponseTap | undefined;
  /** Headers are alternating names and values. */
  writeHead(status: number, headers: string[]): unknown;
  /** False when the client does not keep up: then `drain` follows. */
  write(data: Uint8Array): boolean;
  write(text: string, encoding: 'latin1'): boolean;
  end(data?: Uint8Array): unknown;
  end(text: string, encoding: 'latin1'): unknown;
  destroy(): unknown;
  /** `close` fires when the connection ends before the response; from Node also after it. */
  on(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}
