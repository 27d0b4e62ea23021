import type { JsonObject } from '../json/json-object.ts';

/** What a response shows of its call. */
export interface RenderContext {
  /**
   * Unique in the gateway, in letters, digits, - and _; ids of responses and parts are made of it.
   */
  readonly id: string;
  /** The model's name as the client knows it. */
  readonly model: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** The client wants usage in its stream, where that is a choice. */
  readonly includeUsage: boolean;
  /** Seconds since 1970 at the moment of asking. */
  readonly nowSeconds: () => number;
  /** What a response object repeats of its request; only for clients of OpenAI's responses. */
  readonly echo?: JsonObject | undefined;
}
