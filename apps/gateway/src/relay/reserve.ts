import type { ClientCall, ClientRequest, Translation } from '@tollgate/dialects';
import { estimateReservation, type Price, reserveMedia } from '@tollgate/pricing';
import type { KeyHolder } from '../domain/accounts/key-directory.ts';
import type { Reservation, Wallet } from '../domain/wallet/wallet.ts';
import { AppError } from '../platform/app-error.ts';
import type { RelayCall } from './relay-call.ts';

/** Output that is reserved for a call which sets no maximum; a longer stream reserves more as it grows. */
const DEFAULT_OUTPUT_TOKENS = 4096;

/** Calls whose output costs nothing. */
const NOT_WRITING: ReadonlySet<string> = new Set(['embeddings', 'moderations', 'ocr', 'rerank']);

/** Output tokens to reserve for a request, all choices together. */
function outputTokensOf(request: ClientRequest): number {
  const { kind } = request;
  if (NOT_WRITING.has(kind)) return 0;
  return (request.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS) * request.choices;
}

export interface ReserveCallInput {
  wallet: Wallet;
  holder: KeyHolder;
  price: Price;
  client: ClientCall;
  preConsumedQuota: number;
}

/**
 * Reserves the worst case of a call, at once where the lease covers it. Throws (or rejects with)
 * AppError when the balance or the key's limit is too small.
 */
export function reserveCall({
  wallet,
  holder,
  price,
  client,
  preConsumedQuota,
}: ReserveCallInput): Reservation | Promise<Reservation> {
  const { request } = client;
  const amount = estimateReservation(price, {
    promptTokens: request.promptTokensEstimate,
    maxCompletionTokens: outputTokensOf(request),
    mayCacheForAnHour: asksForHourCache(client),
    ...(request.callFactor === undefined ? {} : { callFactor: request.callFactor }),
    ...(client.media && reserveMedia(price, client.media.work)),
    preConsumedQuota,
  });
  return reserveAmount(wallet, holder, amount);
}

/** Reserves so much for the holder of a key. Throws (or rejects with) AppError where it is too much. */
export function reserveAmount(
  wallet: Wallet,
  holder: KeyHolder,
  amount: number,
): Reservation | Promise<Reservation> {
  const reserved = wallet.reserve({
    userId: holder.userId,
    limitedTokenId: holder.unlimited ? undefined : holder.tokenId,
    amount,
  });
  if (!(reserved instanceof Promise)) return reserved;
  return reserved.then((result) => {
    if (result === 'user') throw new AppError('relay_insufficient_quota', { needed: amount });
    if (result === 'token') throw new AppError('relay_insufficient_key_quota', { needed: amount });
    return result;
  });
}

const HOUR = Buffer.from('"1h"');

/** Whether a request may write a cache that lives for an hour, which costs more. */
function asksForHourCache({ dialect, request: { bytes } }: ClientCall): boolean {
  if (dialect !== 'anthropic-messages') return false;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(HOUR);
}

/**
 * How much more a whole answer must reserve because the upstream is told to produce more than the
 * client said, or than we assume where it said nothing. Streams reserve more as they grow.
 */
export function raisedReservation(call: RelayCall, { raisedOutputTokens }: Translation): number {
  const { clientRequest, reservation, price } = call;
  if (raisedOutputTokens === undefined || clientRequest.stream) return 0;
  const needed = estimateReservation(price, {
    promptTokens: clientRequest.promptTokensEstimate,
    maxCompletionTokens: raisedOutputTokens * clientRequest.choices,
    preConsumedQuota: 0,
  });
  return Math.max(0, needed - reservation.amount);
}

/** Our count of what was delivered errs; beyond this an upstream does not keep to the client's maximum. */
const CLEARLY_OVER = 1.5;
const SLACK_TOKENS = 100;

/**
 * How much more a stream that has delivered so many tokens must reserve: 0 while it fits. Asks for twice what is there, so
 * that a long answer asks rarely.
 */
export function missingReservation(
  call: RelayCall,
  { raisedOutputTokens }: Translation,
  tokens: number,
): number {
  const { clientRequest } = call;
  const promised = outputTokensOf(clientRequest);
  const isBounded = clientRequest.maxOutputTokens !== undefined && raisedOutputTokens === undefined;
  if (tokens <= (isBounded ? promised * CLEARLY_OVER + SLACK_TOKENS : promised * 0.9)) return 0;
  const needed = estimateReservation(call.price, {
    promptTokens: call.clientRequest.promptTokensEstimate,
    maxCompletionTokens: Math.ceil(tokens * 1.2),
    preConsumedQuota: 0,
  });
  return needed <= call.reservation.amount
    ? 0
    : Math.max(needed - call.reservation.amount, call.reservation.amount);
}
