import type { Recorder, RecordedRequest } from './recorder.ts';
import type { ScriptFunction } from './scenario.ts';
import type { SimulatorOptions } from './simulator-options.ts';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from './error-body.ts';
import type { Endpoint, EventFraming } from './endpoint.ts';
import type { JsonObject } from './json-object.ts';
import type { Script } from './script.ts';

export interface FoundEndpoint {
  endpoint: Endpoint;
  /** Body members that this vendor has in the path. */
  inPath?: JsonObject;
  /** Framing of streams that are not server-sent events. */
  framing?: (script: Script) => EventFraming;
  /** Further members of responses and stream events. */
  transform?: (response: JsonObject) => JsonObject;
}

/** An error and its status. */
export interface Refusal {
  status: number;
  error: ErrorBody;
}

/** One vendor's API as seen from outside: where keys go, which paths exist, how errors look. */
export interface Wire {
  readKey(request: IncomingMessage): string;
  /** The 401 for a missing or wrong key. */
  keyMistake(key: string): ErrorBody;
  /**
   * Serves requests that are neither calls nor reads, such as token requests; returns false for all others.
   */
  respondEarly?(record: RecordedRequest, response: ServerResponse): boolean;
  /** Returns what is wrong with the request as received on the wire: its signature, its token. */
  findRefusal?(record: RecordedRequest): Refusal | undefined;
  /** Returns what is wrong with the headers, as a 400; undefined if they are valid. */
  findHeaderMistake?(headers: IncomingHttpHeaders): ErrorBody | undefined;
  /** The POST endpoint of a path. */
  findEndpoint(path: string, headers?: IncomingHttpHeaders): FoundEndpoint | undefined;
  /** The body of an error. */
  renderError(status: number, error: ErrorBody): unknown;
  /** The status of all errors, if only the body distinguishes them. */
  errorStatus?: number;
  /** Headers of an error response. */
  errorHeaders?(status: number): Record<string, string>;
  /** Renders an error in the middle of a stream as text. */
  errorEvent(error: ErrorBody): string;
  /** Accepts WebSocket upgrades; if absent, they are realtime sessions in OpenAI's format. */
  acceptSocket?(state: ServerState, request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Serves requests that are not model calls. */
  serveRead(
    options: SimulatorOptions,
    method: string,
    path: string,
    response: ServerResponse,
  ): void;
}

export interface ServerState {
  wire: Wire;
  options: SimulatorOptions;
  recorder: Recorder;
  next: ScriptFunction | undefined;
  /** Calls since the scenario was set. */
  scripted: number;
}
