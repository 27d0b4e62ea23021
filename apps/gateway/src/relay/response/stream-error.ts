import type { ErrorCode } from '@tollgate/contract';
import { renderErrorEvent, toPublicError, type UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { hideKey } from '../../domain/channels/hide-key.ts';
import { AppError } from '../../platform/app-error.ts';
import type { CallEnd } from '../billing/settle-call.ts';
import { toCallerError } from '../errors/caller-error.ts';
import type { RelayCall } from '../relay-call.ts';
import type { SequenceNumber } from './sequence-number.ts';

/** How an incomplete stream ended. */
export interface BadStreamEnd {
  end: CallEnd | 'not_stored';
  fault: UpstreamFault | undefined;
  /** Set for streams whose events are numbered. */
  sequence: SequenceNumber | undefined;
}

/** Errors for ends that are not the upstream's fault. */
const ENDS: Partial<Record<BadStreamEnd['end'], ErrorCode>> = {
  not_stored: 'relay_ledger_unavailable',
  balance_ran_out: 'relay_balance_ran_out',
  overran: 'relay_response_overran',
  sensitive_words: 'relay_sensitive_answer',
  shutdown: 'relay_restarting',
};

/** Renders the event that tells the client, in its dialect and language, why its stream ends early. */
export function renderStreamError(
  { requestId, language, client }: Pick<RelayCall, 'requestId' | 'language' | 'client'>,
  channel: RuntimeChannel,
  { end, fault, sequence }: BadStreamEnd,
): Uint8Array {
  const position = sequence ? { sequenceNumber: sequence.next } : {};
  if (fault && end === 'interrupted') {
    const error = toPublicError(hideKey(fault, channel));
    return renderErrorEvent(client.dialect, { ...error, requestId, ...position });
  }
  const callerError = toCallerError(
    new AppError(ENDS[end] ?? 'relay_stream_interrupted'),
    language,
  );
  return renderErrorEvent(client.dialect, { ...callerError, requestId, ...position });
}
