import {
  type ClientCall,
  generatedImageTokensOf,
  requestedLimits,
  maxOutputOf,
} from '@tollgate/dialects';
import { type Price, reserveMedia } from '@tollgate/pricing';
import { asBuffer } from '../../platform/as-buffer.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import type { SettleContext } from './settle-call.ts';
import { AppError } from '../../platform/app-error.ts';
import type { StoredLength } from '../routing/channel-affinity.ts';
import { longestRead } from './longest-read.ts';
import { type CallInput, mostOutput, OutputCover, quotaOf, tokensFor } from './output-cover.ts';
import type { SurchargePlan } from './surcharge-plan.ts';

/** Where quota is reserved, and how a refusal names it. */
export type ReserveContext = Pick<SettleContext, 'wallet' | 'formatQuota'>;

export interface ReserveCallInput {
  context: ReserveContext;
  holder: ApiKeyHolder;
  price: Price;
  client: ClientCall;
  /** What tools and service tiers may add to the cost. */
  surcharges?: SurchargePlan | undefined;
  preConsumedQuota: number;
  /** The conversation that the call continues; undefined where its length is not known. */
  stored?: StoredLength | undefined;
}

/** A call's reservation, and how much output it pays for. */
export interface ReservedCall {
  readonly reservation: Reservation;
  readonly cover: OutputCover;
}

/**
 * Reserves the worst case of a call, synchronously if the lease covers it. A call without a limit may get as
 * long a completion as its model can write; if the balance is too small for that, a share of it is reserved
 * and the call is sent with a limit (ADR 21). Throws (or rejects with) AppError when the balance or the key's
 * limit is too small.
 */
export function reserveCall(input: ReserveCallInput): ReservedCall | Promise<ReservedCall> {
  const { context, holder, price, client } = input;
  const facts = inputOf(input);
  const requested = requestedLimits(client.request);
  const media = client.media && reserveMedia(price, client.media.work);
  const most = media?.maxCompletionTokens ?? mostOutput(requested, client.request.model);
  const amount = quotaOf(price, facts, most);
  const isBounded = media !== undefined || requested.outputTokens !== undefined;
  const imageTokens = generatedImageTokensOf(client.request.model);
  const useful = isBounded ? most : (leastUseful(client) + imageTokens) * requested.responses;
  const least = isBounded ? amount : Math.min(amount, quotaOf(price, facts, useful));
  const reserved = reserveAmount(context, holder, amount, least);
  const pay = (reservation: Reservation): ReservedCall => {
    if (reservation.amount >= amount)
      return { reservation, cover: new OutputCover(price, facts, most) };
    const tokens = tokensFor(price, facts, reservation.amount, most);
    const share = Math.max(1, Math.floor(tokens / requested.responses) - imageTokens);
    const limit = isCompletion(client) ? Math.min(share, COMPLETION_TOKENS) : share;
    return { reservation, cover: new OutputCover(price, facts, tokens, limit) };
  };
  return reserved instanceof Promise ? reserved.then(pay) : pay(reserved);
}

/** Everything that determines the price of a call except its output. */
function inputOf(input: ReserveCallInput): CallInput {
  const { price, client, surcharges, preConsumedQuota, stored } = input;
  const { request, media } = client;
  const work = media && reserveMedia(price, media.work);
  const callFactor = work?.callFactor ?? request.callFactorMax ?? request.callFactor;
  const read = work?.isCounted ? 0 : longestRead(request, stored);
  return {
    promptTokens: read + (work?.promptTokens ?? 0) + (surcharges?.promptTokens ?? 0),
    surcharges: surcharges?.worst,
    mayCacheForAnHour: requestsHourCache(client),
    callFactor,
    preConsumedQuota,
  };
}

/** The default limit of the completions API. Source: OpenAI's API reference. */
const COMPLETION_TOKENS = 16;
const USEFUL_PART = 64;
const USEFUL_LEAST = 256;
const USEFUL_MOST = 2048;

const isCompletion = ({ request }: ClientCall) => request.kind === 'completions';

/**
 * The shortest useful completion, in tokens. Models with long outputs think first, so less would be all
 * thoughts.
 */
function leastUseful(client: ClientCall): number {
  if (isCompletion(client)) return COMPLETION_TOKENS;
  const part = Math.floor(maxOutputOf(client.request.model) / USEFUL_PART);
  return Math.min(Math.max(part, USEFUL_LEAST), USEFUL_MOST);
}

/**
 * Reserves an amount for the holder of a key, or a share of at least `least` if the balance is too small for
 * it. Throws (or rejects with) AppError if the balance or the limit is too small for either.
 */
export function reserveAmount(
  { wallet, formatQuota }: ReserveContext,
  holder: ApiKeyHolder,
  amount: number,
  least = amount,
): Reservation | Promise<Reservation> {
  const reserved = wallet.reserve({
    userId: holder.userId,
    limitedApiKeyId: holder.unlimited ? undefined : holder.apiKeyId,
    amount,
    least,
    spending: holder.spending,
  });
  if (!(reserved instanceof Promise)) return reserved;
  return reserved.then((result) => {
    if (typeof result !== 'string') return result;
    const code = result === 'user' ? 'relay_insufficient_quota' : 'relay_insufficient_key_quota';
    throw new AppError(code, { needed: formatQuota(least) });
  });
}

/** How a one-hour cache is requested, including with escaped characters. */
const HOUR_TTL = ['"1h"', '\\u0031', '\\u0068'].map((text) => Buffer.from(text));

/**
 * Whether a request may write a one-hour cache, which costs more; checked in any dialect, as conversion
 * preserves it.
 */
export function requestsHourCache({ media, request: { bytes, marks } }: ClientCall): boolean {
  if (media) return false;
  if (marks) return marks.hour;
  const body = asBuffer(bytes);
  return HOUR_TTL.some((text) => body.includes(text));
}
