import type { JsonObject } from '../json/json-object.ts';

/** Facts about the call that its response shows. */
export interface RenderContext {
  /** Unique in the gateway, made of letters, digits, - and _; ids of responses and parts derive from it. */
  readonly id: string;
  /** The model's name at the client. */
  readonly model: string;
  /** Unix time, in seconds. */
  readonly created: number;
  /** The client wants usage in its stream, if the dialect offers the choice. */
  readonly includeUsage: boolean;
  /** Returns the current Unix time, in seconds. */
  readonly nowSeconds: () => number;
  /** Members of the request that a response object repeats; only for clients of OpenAI's responses. */
  readonly echo?: JsonObject | undefined;
}
