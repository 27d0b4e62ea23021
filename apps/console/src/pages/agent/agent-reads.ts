import { calls } from 'virtual:calls';

/** What a change of an agent's earnings makes old. */
export const AGENT_READS = [
  calls.getOwnAgent,
  calls.listEarningsMonths,
  calls.listOwnPayouts,
  calls.getSelf,
];
