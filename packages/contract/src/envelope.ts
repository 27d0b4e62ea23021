import { z } from 'zod';

/** The envelope of every console response: `message` is empty on plain success. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.looseObject({ success: z.boolean(), message: z.string(), data });
}

export interface Envelope<Data> {
  success: boolean;
  message: string;
  data: Data;
  /** Present on failures only: the stable code of `errors.ts`, and the id to quote. */
  code?: string;
  request_id?: string;
  /** Of some failures: the part of the input that it is about, such as the key of an option. */
  field?: string;
  /** Of an option that needs others: the keys of what is missing. */
  missing?: readonly string[];
  /** Of a wrong guess at a password: how many more are let through. */
  attempts_left?: number;
  /** Of a refusal that ends by itself: in so many seconds. */
  retry_after?: number;
}
