import type { ClientRequest } from '@tollgate/dialects';
import { estimateReservation, type Price } from '@tollgate/pricing';
import type { KeyHolder } from '../domain/key-directory.ts';
import type { Reservation, Wallet } from '../domain/wallet/wallet.ts';
import { AppError } from '../platform/app-error.ts';
import type { RelayCall } from './relay-call.ts';

/** Output that is reserved for a call which sets no maximum; a longer stream reserves more as it grows. */
const DEFAULT_OUTPUT_TOKENS = 4096;

/** Output tokens to reserve for a request, all choices together. */
function outputTokensOf(request: ClientRequest, kind: RelayCall['kind']): number {
  if (kind === 'embeddings' || kind === 'moderations') return 0;
  return (request.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS) * request.choices;
}

export interface ReserveCallInput {
  wallet: Wallet;
  holder: KeyHolder;
  price: Price;
  request: ClientRequest;
  kind: RelayCall['kind'];
  preConsumedQuota: number;
}

/** Reserves the worst case of a call. Throws AppError when the balance or the key's limit is too small. */
export async function reserveCall({
  wallet,
  holder,
  price,
  request,
  kind,
  preConsumedQuota,
}: ReserveCallInput): Promise<Reservation> {
  const amount = estimateReservation(price, {
    promptTokens: request.promptTokensEstimate,
    maxCompletionTokens: outputTokensOf(request, kind),
    preConsumedQuota,
  });
  const result = await wallet.reserve({
    userId: holder.userId,
    limitedTokenId: holder.unlimited ? undefined : holder.tokenId,
    amount,
  });
  if (result === 'user') throw new AppError('relay_insufficient_quota', { needed: amount });
  if (result === 'token') throw new AppError('relay_insufficient_key_quota', { needed: amount });
  return result;
}

/**
 * How much more a stream that has delivered so many tokens must reserve: 0 while it fits. Asks for twice what is there, so
 * that a long answer asks rarely.
 */
export function missingReservation(call: RelayCall, tokens: number): number {
  if (call.clientRequest.maxOutputTokens !== undefined) return 0;
  if (tokens <= DEFAULT_OUTPUT_TOKENS * call.clientRequest.choices * 0.9) return 0;
  const needed = estimateReservation(call.price, {
    promptTokens: call.clientRequest.promptTokensEstimate,
    maxCompletionTokens: Math.ceil(tokens * 1.2),
    preConsumedQuota: 0,
  });
  return needed <= call.reservation.amount
    ? 0
    : Math.max(needed - call.reservation.amount, call.reservation.amount);
}
