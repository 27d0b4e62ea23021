import type { CallEnd } from '../billing/settle-call.ts';
import type { CallOutcome } from '../metrics/relay-metrics.ts';

/** Outcome in the relay's metrics for each end of a response. */
export const responseOutcomes: Readonly<Record<CallEnd, CallOutcome>> = {
  complete: 'answered',
  client_gone: 'client-gone',
  client_stalled: 'client-gone',
  interrupted: 'fault',
  shutdown: 'fault',
  balance_ran_out: 'answered',
  overran: 'fault',
  too_large: 'answered',
  sensitive_words: 'answered',
};
