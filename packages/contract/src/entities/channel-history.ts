import { z } from 'zod';
import { testCause } from './channel.ts';

const at = z.number().int();
/** Milliseconds, accurate to 19% (ADR 44); null if nothing was measured. */
const latency = z.object({ p50: z.number().int(), p95: z.number().int() }).nullable();

/** Latencies of a channel's calls in one interval. */
export const latencyInterval = z.object({ first_token_ms: latency, total_ms: latency });

/** Something that happened to a channel. Times are seconds since 1970. */
export const channelEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cooled'),
    at,
    scope: z.enum(['channel', 'model', 'key']),
    /** The model or the key's fingerprint; empty for the whole channel. */
    name: z.string(),
    /** Length of the cooldown. */
    seconds: z.number().int(),
    /** Short form of the fault, as in the channel's health. */
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
    /** Duration of a passed test, in milliseconds. */
    ms: z.number().int(),
    /** Why it failed; null if it passed. */
    cause: testCause.nullable(),
  }),
  z.object({
    kind: z.literal('changed'),
    at,
    who: z.string(),
    /** The action, by its name in the audit log. */
    action: z.string(),
    /** The new values; secrets are masked. */
    changes: z.array(z.object({ field: z.string(), to: z.string() })),
  }),
]);
export type ChannelEvent = z.output<typeof channelEvent>;

/** A channel's last 24 hours by hour, and its latest events, newest first. */
export const channelHistory = z.object({
  /** Where the hours begin, and where the last one ends: seconds since 1970. */
  edges: z.array(at),
  pieces: z.array(latencyInterval),
  events: z.array(channelEvent),
});
export type ChannelHistory = z.output<typeof channelHistory>;
