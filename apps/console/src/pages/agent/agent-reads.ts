import { calls } from 'virtual:calls';

/** Calls to refetch after an agent's earnings change. */
export const AGENT_READS = [
  calls.getOwnAgent,
  calls.listEarningsMonths,
  calls.listOwnPayouts,
  calls.getSelf,
];
