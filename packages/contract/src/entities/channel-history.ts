import { z } from 'zod';
import { testCause } from './channel.ts';

const at = z.number().int();
/** Milliseconds, right to 19% (ADR 44); null where nothing was measured. */
const latency = z.object({ p50: z.number().int(), p95: z.number().int() }).nullable();

/** How long the calls of a channel took in one piece of time. */
export const latencyPiece = z.object({ first_token_ms: latency, total_ms: latency });

/** Something that happened to a channel. Times are seconds since 1970. */
export const channelEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cooled'),
    at,
    scope: z.enum(['channel', 'model', 'key']),
    /** The model or the fingerprint of the key; empty for the whole channel. */
    name: z.string(),
    /** How long it was to rest. */
    seconds: z.number().int(),
    /** The fault in short, as in the health of a channel. */
    fault: z.string(),
  }),
  z.object({ kind: z.literal('back'), at }),
  z.object({ kind: z.literal('disabled'), at, reason: z.string() }),
  z.object({ kind: z.literal('enabled'), at }),
  z.object({
    kind: z.literal('tested'),
    at,
    /** Empty for the gateway itself. */
    who: z.string(),
    /** How long a passed test took, in milliseconds. */
    ms: z.number().int(),
    /** Why it failed; null when it passed. */
    cause: testCause.nullable(),
  }),
  z.object({
    kind: z.literal('changed'),
    at,
    who: z.string(),
    /** What was done, as the audit log names it. */
    action: z.string(),
    /** What is different now; secrets are masked. */
    changes: z.array(z.object({ field: z.string(), to: z.string() })),
  }),
]);
export type ChannelEvent = z.output<typeof channelEvent>;

/** The last 24 hours of a channel by the hour, and the last things that happened to it, newest first. */
export const channelHistory = z.object({
  /** Where the hours begin, and where the last of them ends: seconds since 1970. */
  edges: z.array(at),
  pieces: z.array(latencyPiece),
  events: z.array(channelEvent),
});
export type ChannelHistory = z.output<typeof channelHistory>;
