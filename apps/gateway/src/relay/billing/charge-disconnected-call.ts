import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { Translation } from '@tollgate/dialects';
import { chargedUsage } from './charged-usage.ts';
import type { RelayCall } from '../relay-call.ts';
import { settleCall, type SettleContext } from './settle-call.ts';

/** A call that its client left while it was waited for. */
export interface DisconnectedCall {
  channel: RuntimeChannel;
  upstreamModel: string;
  translation: Translation;
  /** Of the answer, so far. */
  receivedBytes: number;
  onClientGone: 'charge' | 'drain';
}

const BYTES_A_TOKEN = 4;

/**
 * Charges a call whose upstream has begun to work when its client left, and was then cut: its input, and about
 * what had come. Resolves when the charge is durable.
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
    // Nobody is left who could be told that it is not charged.
    delivered: true,
    onClientGone,
    ...(onClientGone === 'drain' ? { drained: 'cut' } : {}),
  });
}
