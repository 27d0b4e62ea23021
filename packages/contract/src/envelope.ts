import { z } from 'zod';

/** The envelope of every console response: `message` is empty on plain success. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.looseObject({ success: z.boolean(), message: z.string(), data });
}

export interface Envelope<Data> {
  success: boolean;
  message: string;
  data: Data;
  /** Only on failures: the stable code from `errors.ts`, and the request id to quote. */
  code?: string;
  request_id?: string;
  /** On some failures: the input field at fault, such as an option's key. */
  field?: string;
  /** For an option that requires others: the keys of those missing. */
  missing?: readonly string[];
  /** After a wrong password: how many more attempts are allowed. */
  attempts_left?: number;
  /** For a temporary refusal: seconds until it ends. */
  retry_after?: number;
}
