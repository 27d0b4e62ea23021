import { z } from 'zod';

/** The envelope of every console response: `message` is empty on plain success. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.looseObject({ success: z.boolean(), message: z.string(), data });
}

/** The envelope of a refusal. Its `data` is null, but for a few calls that say there what they found. */
export const failureEnvelope = z.looseObject({
  success: z.literal(false),
  message: z.string().describe('For people, in the language of Accept-Language'),
  data: z.unknown(),
  code: z.string().describe('For programs, one of x-error-codes'),
  request_id: z.string(),
  field: z.string().optional().describe('The input field at fault'),
  missing: z.array(z.string()).optional().describe('Options that the given one requires'),
  attempts_left: z.number().optional().describe('After a wrong password'),
  retry_after: z.number().optional().describe('Seconds until a temporary refusal ends'),
});

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
