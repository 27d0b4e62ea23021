/** Wire formats that both clients and upstreams speak. */
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

/** What is measured, in its order: streams first, the pair that passes through before those it is the measure of. */
export const PAIRS: readonly Pair[] = [true, false].flatMap((stream) =>
  DIALECTS.flatMap((client) =>
    [client, ...DIALECTS.filter((dialect) => dialect !== client)].map((upstream) => ({
      client,
      upstream,
      stream,
    })),
  ),
);
