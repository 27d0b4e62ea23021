import type { ResponseStream, StreamEnd, Translation } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { chargedUsage } from '../billing/charged-usage.ts';
import type { StreamCharge } from '../../domain/wallet/wallet.ts';
import { type Outcome, priceCall, type SettleContext } from '../billing/settle-call.ts';
import type { RelayCall } from '../relay-call.ts';

interface ForwardedStream {
  call: RelayCall;
  channel: RuntimeChannel;
  upstreamModel: string;
  translation: Translation;
}

/** What a stream has brought: at its end, or while it runs. */
export type StreamProgress = Pick<StreamEnd, 'usage' | 'estimatedCompletionTokens'> &
  Partial<Pick<StreamEnd, 'isUsageFinal' | 'media'>>;

/** Returns what a stream is charged for, from what it has brought; `end` is added by the caller. */
export function streamOutcome(
  { call, channel, upstreamModel, translation }: ForwardedStream,
  { usage, isUsageFinal = false, estimatedCompletionTokens, media }: StreamProgress,
  reader: Pick<ResponseStream, 'billed' | 'created' | 'hasThoughts'>,
): Omit<Outcome, 'end'> {
  const charged = chargedUsage(call, {
    usage,
    isFinal: isUsageFinal,
    // Chunks whose reservation failed were counted, but never delivered.
    deliveredTokens: () => Math.min(estimatedCompletionTokens, call.cover.tokens),
    hasThoughts: () => reader.hasThoughts,
    media,
    sent: translation,
    upstreamModel,
  });
  return {
    channel,
    upstreamModel,
    translation,
    ...charged,
    billed: reader.billed,
    created: reader.created,
  };
}

/**
 * Returns a function that tells what a running stream would be charged if it broke off now: undefined the first
 * time, as most streams end before the second, and if nothing was delivered since the last time. Images and
 * audio are left out: nothing counts them before their end.
 */
export function openDeliveryPricing(
  stream: ForwardedStream & { context: SettleContext },
  reader: ResponseStream,
): () => StreamCharge | undefined {
  const { context, call } = stream;
  let pricedTokens: number | undefined;
  return () => {
    const { usage, estimatedCompletionTokens } = reader;
    const isFirst = pricedTokens === undefined;
    if (call.client.media || estimatedCompletionTokens <= (pricedTokens ?? -1)) return undefined;
    pricedTokens = isFirst ? 0 : estimatedCompletionTokens;
    if (isFirst) return undefined;
    const outcome = streamOutcome(stream, { usage, estimatedCompletionTokens }, reader);
    const { input } = priceCall(context, call, { ...outcome, end: 'shutdown', delivered: true });
    return { ...input, id: call.callId, reservation: call.reservation };
  };
}
