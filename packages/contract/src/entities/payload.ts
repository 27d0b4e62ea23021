import { z } from 'zod';

const count = z.number().int();

/** A body as it is kept. */
export const storedBody = z.object({
  /** Its content type, without parameters. */
  type: z.string(),
  /** Empty for what is no text. */
  text: z.string(),
  /** How many bytes it really had. */
  bytes: count,
  /** The rest of it is not kept. */
  cut: z.boolean(),
  /** Characters of pictures, sound and vectors that are not kept. */
  left_out: count,
  /** Credentials that were hidden. */
  hidden: count,
});
export type StoredBody = z.output<typeof storedBody>;

/** What a caller sent and got in one call. Times are UTC seconds. */
export const payloadEntity = z.object({
  id: z.string(),
  created_at: count,
  /** When it will be deleted. */
  expires_at: count,
  user_id: count,
  request_id: z.string(),
  path: z.string(),
  model: z.string(),
  key_id: count,
  key_name: z.string(),
  headers: z.record(z.string(), z.string()),
  request: storedBody.nullable(),
  response: storedBody
    .extend({
      status: count,
      /** False where the caller left, or the connection broke, before its end. */
      ended: z.boolean(),
    })
    .nullable(),
  /** Failed attempts, and what their upstreams said. */
  faults: z.array(z.object({ channel: count, name: z.string(), status: count, said: z.string() })),
  /** Whether it can be sent again: the request is text, and whole. */
  replayable: z.boolean(),
});
export type Payload = z.output<typeof payloadEntity>;

/** What another channel made of a stored call. */
export const payloadReplay = z.object({
  channel: count,
  channel_name: z.string(),
  /** The model as the channel was asked for it. */
  model: z.string(),
  /** The upstream's; 0 where none came. */
  status: count,
  /** Milliseconds to the whole response. */
  ms: count,
  /** As the upstream reports them; null where it does not. */
  prompt_tokens: count.nullable(),
  completion_tokens: count.nullable(),
  /** In the dialect of the caller; of a failure what the upstream said. */
  text: z.string(),
  cut: z.boolean(),
});
export type PayloadReplay = z.output<typeof payloadReplay>;
