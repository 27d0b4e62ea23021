/**
 * How a provider of OpenAI's dialect deviates from OpenAI: what it would refuse or misinterpret. Everything
 * else is sent as the client wrote it.
 */
export interface BodyRules {
  /** Members that are refused. */
  readonly removed?: readonly string[];
  /** Members that have another name. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Minimum and maximum of numbers. */
  readonly bounds?: Readonly<Record<string, readonly [number, number]>>;
  /** Tool call ids consist of exactly this many letters and digits. */
  readonly callIdLength?: number;
  /** Messages must not contain thoughts next to their content. */
  readonly refusesThoughts?: boolean;
  /** Members added to requests with tools, unless the client sets them. */
  readonly withTools?: Readonly<Record<string, unknown>>;
  /**
   * The output limit does not cover thoughts: they come on top, up to `thinking_budget` or this many tokens,
   * unless disabled (`enable_thinking`, `thinking`).
   */
  readonly thoughtsBeyondLimit?: number;
  /** Models that think only on request; all others are assumed to think on their own. */
  readonly thinksWhenAsked?: RegExp;
  /** Models that only stream; a non-streamed response is assembled from the stream. */
  readonly streamsOnly?: RegExp;
}

/** For providers that support only one name of the limit. Source: their references of chat completions. */
export const ONE_LIMIT = { max_completion_tokens: 'max_tokens' } as const;

/** For unknown servers: all of them support `max_tokens`. */
export const OLD_LIMIT: BodyRules = { renamed: ONE_LIMIT };

/** Zhipu's ranges exclude their bounds. */
export const zhipuRules: BodyRules = {
  bounds: { top_p: [0.01, 0.99], temperature: [0.01, 0.99] },
  renamed: ONE_LIMIT,
};
