import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { Translation } from '@tollgate/dialects';
import { chargedUsage } from './charged-usage.ts';
import type { RelayCall } from '../relay-call.ts';
import { settleCall, type SettleContext } from './settle-call.ts';

/** A call whose client disconnected while its response was pending. */
export interface DisconnectedCall {
  channel: RuntimeChannel;
  upstreamModel: string;
  translation: Translation;
  /** Of the response, so far. */
  receivedBytes: number;
  onClientGone: 'charge' | 'drain';
}

const BYTES_A_TOKEN = 4;

/**
 * Charges a call whose upstream had begun to work when its client disconnected, and was then
 * aborted: its input, and about what had arrived. Resolves when the charge is durable.
 */
export function chargeDisconnectedCall(
  context: SettleContext,
  call: RelayCall,
  { channel, upstreamModel, translation, receivedBytes, onClientGone }: DisconnectedCall,
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
    end: 'client_gone',
    // Nobody is left to receive the error that it is not charged.
    delivered: true,
    onClientGone,
    ...(onClientGone === 'drain' ? { drained: 'cut' } : {}),
  });
}
