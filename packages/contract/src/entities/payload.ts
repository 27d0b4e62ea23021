import { z } from 'zod';

const count = z.number().int();

/** A stored body. */
export const storedBody = z.object({
  /** Its content type, without parameters. */
  type: z.string(),
  /** Empty if the body is not text. */
  text: z.string(),
  /** Size of the original body, in bytes. */
  bytes: count,
  /** The rest of it is not stored. */
  cut: z.boolean(),
  /** Characters of images, audio and embeddings that are not stored. */
  left_out: count,
  /** Credentials that were masked. */
  hidden: count,
});
export type StoredBody = z.output<typeof storedBody>;

/** A call's request and response. Times are UTC seconds. */
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
      /** False if the client disconnected, or the connection broke, before its end. */
      ended: z.boolean(),
    })
    .nullable(),
  /** Failed attempts, and their upstreams' error messages. */
  faults: z.array(z.object({ channel: count, name: z.string(), status: count, said: z.string() })),
  /** Whether it can be replayed: the request is text, and complete. */
  replayable: z.boolean(),
});
export type Payload = z.output<typeof payloadEntity>;

/** Another channel's response to a stored call. */
export const payloadReplay = z.object({
  channel: count,
  channel_name: z.string(),
  /** The model requested from the channel. */
  model: z.string(),
  /** Status of the upstream's response; 0 if there was none. */
  status: count,
  /** Milliseconds to the complete response. */
  ms: count,
  /** As the upstream reports it; null if it does not. */
  prompt_tokens: count.nullable(),
  completion_tokens: count.nullable(),
  /** In the caller's dialect; for a failure the upstream's message. */
  text: z.string(),
  cut: z.boolean(),
});
export type PayloadReplay = z.output<typeof payloadReplay>;
