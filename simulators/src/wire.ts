import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from './answer.ts';
import type { Endpoint, JsonObject } from './endpoint.ts';
import type { SimulatorOptions } from './simulator.ts';

export interface FoundEndpoint {
  endpoint: Endpoint;
  /** What the path says that other vendors put into the body, as its members. */
  inPath?: JsonObject;
}

/** How one vendor's API looks from outside: where keys stand, what paths there are, what errors look like. */
export interface Wire {
  readKey(request: IncomingMessage): string;
  /** The 401 of a missing or wrong key. */
  keyMistake(key: string): ErrorBody;
  /** What is wrong with the headers, as a 400; undefined when they are fine. */
  findHeaderMistake?(headers: IncomingHttpHeaders): ErrorBody | undefined;
  /** The POST endpoint of a path. */
  findEndpoint(path: string): FoundEndpoint | undefined;
  /** The body of an error. */
  renderError(status: number, error: ErrorBody): unknown;
  /** An error in the middle of a stream, as text. */
  errorEvent(error: ErrorBody): string;
  /** Answers what is no call of a model. */
  answerReading(
    options: SimulatorOptions,
    method: string,
    path: string,
    response: ServerResponse,
  ): void;
}
