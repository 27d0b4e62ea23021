import type { UpstreamFault } from '@tollgate/dialects';
import { countUncharged, type UnchargedCause } from '../../domain/wallet/wallet-metrics.ts';
import {
  noFirstToken,
  noRoomForResponse,
  noWholeResponse,
  responseTooComplex,
  responseTooLarge,
  restarting,
} from '../errors/upstream-faults.ts';

/** Faults of ours: the upstream was asked, and its provider may bill what nobody pays here. */
const CAUSES: ReadonlyMap<UpstreamFault, UnchargedCause> = new Map([
  [noFirstToken, 'given_up'],
  [noWholeResponse, 'given_up'],
  [responseTooLarge, 'unreadable'],
  [responseTooComplex, 'unreadable'],
  [noRoomForResponse, 'no_room'],
  [restarting, 'shutdown'],
]);

/** Counts an attempt that was ended here and costs its caller nothing. */
export function countHouseLoss(fault: UpstreamFault): void {
  const cause = CAUSES.get(fault);
  if (cause) countUncharged(cause);
}
