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
  /** What the path says that other vendors put into the body, as its members. */
  inPath?: JsonObject;
  /** How streams are framed where they are no server-sent events. */
  framing?: (script: Script) => EventFraming;
  /** Further members of responses and stream events. */
  transform?: (response: JsonObject) => JsonObject;
}

/** An error and its status. */
export interface Refusal {
  status: number;
  error: ErrorBody;
}

/**
 * How one vendor's API looks from outside: where keys go, what paths there are, what errors look
 * like.
 */
export interface Wire {
  readKey(request: IncomingMessage): string;
  /** The 401 of a missing or wrong key. */
  keyMistake(key: string): ErrorBody;
  /** Serves what is neither a call nor a read, such as the sale of API keys; false for all else. */
  respondEarly?(record: RecordedRequest, response: ServerResponse): boolean;
  /** What is wrong with the request as it came over the wire: its signature, its token. */
  findRefusal?(record: RecordedRequest): Refusal | undefined;
  /** What is wrong with the headers, as a 400; undefined when they are fine. */
  findHeaderMistake?(headers: IncomingHttpHeaders): ErrorBody | undefined;
  /** The POST endpoint of a path. */
  findEndpoint(path: string, headers?: IncomingHttpHeaders): FoundEndpoint | undefined;
  /** The body of an error. */
  renderError(status: number, error: ErrorBody): unknown;
  /** The status of all errors, where only the body distinguishes them. */
  errorStatus?: number;
  /** Headers that go with an error. */
  errorHeaders?(status: number): Record<string, string>;
  /** An error in the middle of a stream, as text. */
  errorEvent(error: ErrorBody): string;
  /** Takes connections that want to be WebSockets; without it they are live sessions of OpenAI's kind. */
  acceptSocket?(state: ServerState, request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Serves requests that are no model calls. */
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
