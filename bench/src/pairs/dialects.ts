/** Dialects that both clients and upstreams use. */
export const DIALECTS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
] as const;
export type Dialect = (typeof DIALECTS)[number];

export interface Pair {
  client: Dialect;
  upstream: Dialect;
  stream: boolean;
}

/**
 * The pairs to measure, in order: streams first, and each pass-through pair before those compared with it.
 */
export const PAIRS: readonly Pair[] = [true, false].flatMap((stream) =>
  DIALECTS.flatMap((client) =>
    [client, ...DIALECTS.filter((dialect) => dialect !== client)].map((upstream) => ({
      client,
      upstream,
      stream,
    })),
  ),
);
