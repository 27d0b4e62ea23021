/**
 * What a provider of OpenAI's dialect takes differently from OpenAI, and would refuse or answer
 * wrongly. Everything else goes there as the client wrote it.
 */
export interface BodyRules {
  /** Members that are refused. */
  readonly removed?: readonly string[];
  /** Members that have another name there. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** The least and the most that a number may be. */
  readonly bounds?: Readonly<Record<string, readonly [number, number]>>;
  /** Ids of tool calls are letters and digits of just this number. */
  readonly callIdLength?: number;
  /** Messages may not hold thoughts beside their content. */
  readonly refusesThoughts?: boolean;
  /** Members that go along with tools, where the client does not set them. */
  readonly withTools?: Readonly<Record<string, unknown>>;
  /**
   * The limit bounds the response alone: thoughts come on top, up to `thinking_budget` or so many
   * tokens, unless they are switched off (`enable_thinking`, `thinking`).
   */
  readonly thoughtsBeyondLimit?: number;
  /** Models that think only on request; all others are taken to think of their own accord. */
  readonly thinksWhenAsked?: RegExp;
  /** Models that only stream; who wants a whole response gets what the stream adds up to. */
  readonly streamsOnly?: RegExp;
}

/** For providers that know just one name of the limit. Source: their references of chat completions. */
export const ONE_LIMIT = { max_completion_tokens: 'max_tokens' } as const;

/** For servers that nobody knows: all of them know `max_tokens`. */
export const OLD_LIMIT: BodyRules = { renamed: ONE_LIMIT };

/** Zhipu's numbers stay inside their ends. */
export const zhipuRules: BodyRules = {
  bounds: { top_p: [0.01, 0.99], temperature: [0.01, 0.99] },
  renamed: ONE_LIMIT,
};
