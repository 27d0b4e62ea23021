import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { Translation } from '@tollgate/dialects';
import { chargedUsage } from './charged-usage.ts';
import type { RelayCall } from '../relay-call.ts';
import { type Outcome, settleCall, type SettleContext } from './settle-call.ts';

/** A response of which a part had come when it was ended. */
export interface ReceivedResponse {
  channel: RuntimeChannel;
  upstreamModel: string;
  translation: Translation;
  /** Of the response, so far. */
  receivedBytes: number;
}

const BYTES_A_TOKEN = 4;

/**
 * Charges a call whose upstream had begun to work when its response was ended: its input, and about
 * what had arrived; pictures and sound as they were ordered. Resolves when the charge is durable.
 */
export function chargeReceived(
  context: SettleContext,
  call: RelayCall,
  { channel, upstreamModel, translation, receivedBytes }: ReceivedResponse,
  ended: Pick<Outcome, 'end' | 'delivered' | 'onClientGone' | 'drained'>,
): Promise<void> {
  const received = Math.ceil(receivedBytes / BYTES_A_TOKEN);
  return settleCall(context, call, {
    channel,
    upstreamModel,
    translation,
    ...chargedUsage(call, {
      usage: undefined,
      isFinal: false,
      deliveredTokens: () => Math.min(received, call.cover.tokens),
      sent: translation,
      upstreamModel,
    }),
    ...ended,
  });
}

/** Charges a call whose client disconnected while its response was pending, and was then aborted. */
export function chargeDisconnectedCall(
  context: SettleContext,
  call: RelayCall,
  { onClientGone, ...received }: ReceivedResponse & { onClientGone: 'charge' | 'drain' },
): Promise<void> {
  return chargeReceived(context, call, received, {
    end: 'client_gone',
    // Nobody is left to receive the error that it is not charged.
    delivered: true,
    onClientGone,
    ...(onClientGone === 'drain' ? { drained: 'cut' } : {}),
  });
}
