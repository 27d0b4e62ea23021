import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { Translation } from '@tollgate/dialects';
import { chargedUsage } from './charged-usage.ts';
import type { RelayCall } from '../relay-call.ts';
import { type Outcome, settleCall, type SettleContext } from './settle-call.ts';

/** A response that was ended after part of it had arrived. */
export interface ReceivedResponse {
  channel: RuntimeChannel;
  upstreamModel: string;
  translation: Translation;
  /** Bytes received so far. */
  receivedBytes: number;
}

const BYTES_A_TOKEN = 4;

/**
 * Charges a call whose response was ended after its upstream had started working: its input, and
 * approximately what had arrived; images and audio as requested. Resolves when the charge is durable.
 */
export function chargeReceived(
  context: SettleContext,
  call: RelayCall,
  { channel, upstreamModel, translation, receivedBytes }: ReceivedResponse,
  ended: Pick<Outcome, 'end' | 'delivered' | 'disconnectPolicy' | 'drained'>,
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
  { disconnectPolicy, ...received }: ReceivedResponse & { disconnectPolicy: 'charge' | 'drain' },
): Promise<void> {
  return chargeReceived(context, call, received, {
    end: 'client_gone',
    // Nobody is left to be told that the call was not charged.
    delivered: true,
    disconnectPolicy,
    ...(disconnectPolicy === 'drain' ? { drained: 'cut' } : {}),
  });
}
