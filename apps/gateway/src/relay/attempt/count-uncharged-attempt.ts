import type { UpstreamFault } from '@tollgate/dialects';
import { countUncharged, type UnchargedCause } from '../../domain/wallet/wallet-metrics.ts';
import {
  noFirstToken,
  responseMemoryExhausted,
  responseTimedOut,
  responseTooComplex,
  responseTooLarge,
  restarting,
} from '../errors/upstream-faults.ts';

/** Faults on our side: the upstream was called, and its provider may bill what no caller pays for. */
const CAUSES: ReadonlyMap<UpstreamFault, UnchargedCause> = new Map([
  [noFirstToken, 'given_up'],
  [responseTimedOut, 'given_up'],
  [responseTooLarge, 'unreadable'],
  [responseTooComplex, 'unreadable'],
  [responseMemoryExhausted, 'no_room'],
  [restarting, 'shutdown'],
]);

/** Counts an attempt that the gateway ended and that its caller does not pay for. */
export function countUnchargedAttempt(fault: UpstreamFault): void {
  const cause = CAUSES.get(fault);
  if (cause) countUncharged(cause);
}
