import type { JsonObject } from './json-object.ts';
import type { ServerResponse } from 'node:http';
import type { ErrorBody } from './error-body.ts';
import type { SimulatorClock } from './clock.ts';
import type { Mistake } from './rules/rule.ts';
import type { Script } from './script.ts';

/** A way to put events into a stream. */
export interface EventFraming {
  contentType: string;
  /** The bytes of an event, given as a server-sent one; a part of one for a part. */
  encode(text: string): Buffer;
}

/** A call on its way to its response. */
export interface Call {
  body: JsonObject;
  script: Script;
  response: ServerResponse;
  clock: SimulatorClock;
  /** By all rules of the vendor, as `SimulatorOptions.strict`. */
  isStrict?: boolean;
  framing?: EventFraming | undefined;
  transform?: ((response: JsonObject) => JsonObject) | undefined;
  /** An error in the middle of a stream, as text. */
  errorEvent(error: ErrorBody): string;
}

/** A POST endpoint that calls models. */
export interface Endpoint {
  /** Whether a body may leave the model out. */
  modelOptional?: boolean;
  /** What is wrong with a body; undefined when it is fine. `isStrict`: by all rules of the vendor. */
  findMistake(body: JsonObject, isStrict?: boolean): Mistake | undefined;
  /** Where the wishes of the caller stand: the last user message, prompt or input. */
  lastText(body: JsonObject): string;
  /** Images of the request. */
  images?(body: JsonObject): number;
  /** Errors in streams, where they look unlike the vendor's others. */
  errorEvent?(error: ErrorBody): string;
  respond(call: Call): Promise<void>;
}

/** The 400 of a parameter that is not there. */
export function missing(param: string): ErrorBody {
  return {
    message: `Missing required parameter: '${param}'.`,
    type: 'invalid_request_error',
    code: 'missing_required_parameter',
    param,
  };
}

/** The 400 of a body that a server does not take for other reasons. */
export function refused(message: string): ErrorBody {
  return { message, type: 'invalid_request_error', code: null };
}

/** The first text of a string or list of strings. */
export function firstText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : '';
}
