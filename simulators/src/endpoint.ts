import type { JsonObject } from './json-object.ts';
import type { ServerResponse } from 'node:http';
import type { ErrorBody } from './error-body.ts';
import type { SimulatorClock } from './clock.ts';
import type { Mistake } from './rules/rule.ts';
import type { Script } from './script.ts';

/** How events are framed in a stream. */
export interface EventFraming {
  contentType: string;
  /** Encodes an event, given as a server-sent one; part of an event gives part of a frame. */
  encode(text: string): Buffer;
}

/** A call being served. */
export interface Call {
  body: JsonObject;
  script: Script;
  response: ServerResponse;
  clock: SimulatorClock;
  /** Whether all rules of the vendor apply, as in `SimulatorOptions.strict`. */
  isStrict?: boolean;
  framing?: EventFraming | undefined;
  transform?: ((response: JsonObject) => JsonObject) | undefined;
  /** Renders an error in the middle of a stream as text. */
  errorEvent(error: ErrorBody): string;
}

/** A POST endpoint that calls models. */
export interface Endpoint {
  /** Whether a body may omit the model. */
  modelOptional?: boolean;
  /**
   * Returns what is wrong with a body; undefined if it is valid. `isStrict`: checks all rules of the vendor.
   */
  findMistake(body: JsonObject, isStrict?: boolean): Mistake | undefined;
  /** Returns the text that may hold overrides: the last user message, prompt or input. */
  lastText(body: JsonObject): string;
  /** Counts the images in the request. */
  images?(body: JsonObject): number;
  /** Renders errors in streams, if they differ from the vendor's other errors. */
  errorEvent?(error: ErrorBody): string;
  respond(call: Call): Promise<void>;
}

/** The 400 for a missing parameter. */
export function missing(param: string): ErrorBody {
  return {
    message: `Missing required parameter: '${param}'.`,
    type: 'invalid_request_error',
    code: 'missing_required_parameter',
    param,
  };
}

/** The 400 for a body refused for other reasons. */
export function refused(message: string): ErrorBody {
  return { message, type: 'invalid_request_error', code: null };
}

/** Returns the first text of a string or list of strings. */
export function firstText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : '';
}
