import { estimateReservation, type Price } from '@tollgate/pricing';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { Admission } from '../../domain/limits/rate-limiter.ts';
import type { Reservation } from '../../domain/wallet/wallet.ts';
import { AppError } from '../../platform/app-error.ts';
import { planRequestFee } from '../billing/plan-request-fee.ts';
import { reserveAmount } from '../billing/reserve-call.ts';
import type { MeterContext } from './meter-context.ts';

/** Maximum tokens of a response and its prompt. */
export interface ResponseSize {
  promptTokens: number;
  responseTokens: number;
}

/** The reservation of one response, and what it pays for. */
export interface ResponseCover extends ResponseSize {
  readonly holder: ApiKeyHolder;
  readonly price: Price;
  readonly reservation: Reservation;
}

/** Quota and a concurrency slot for one response. */
export interface ResponseSlot extends ResponseCover {
  readonly admission: Admission;
  startedAt: number;
  /** Its own limit, as the upstream reports it. */
  limit?: number | undefined;
}

/** Releases what a response holds that costs nothing. */
export function releaseSlot(
  { wallet }: Pick<MeterContext, 'wallet'>,
  { reservation, admission }: Pick<ResponseSlot, 'reservation' | 'admission'>,
): void {
  wallet.void(reservation);
  admission.release({ tokens: 0, quota: 0 });
}

/**
 * Reserves quota for the responses of a realtime session. Spares are for responses that may start while
 * others run: they are reserved before the upstream receives what starts them.
 */
export class ResponseReservations {
  readonly #context: MeterContext;
  #spares: ResponseCover[] = [];

  constructor(context: MeterContext) {
    this.#context = context;
  }

  get spares(): readonly ResponseCover[] {
    return this.#spares;
  }

  /** Reserves a spare. Rejects with AppError if the balance is too small. */
  async addSpare(size: ResponseSize): Promise<ResponseCover> {
    const holder = this.#context.holder();
    const spare = await this.#reserve({ holder, price: this.#context.price(holder) }, size);
    this.#spares.push(spare);
    return spare;
  }

  /** Returns a spare, or a new cover. Rejects with AppError if the balance is too small. */
  async take(payer: Pick<ResponseCover, 'holder' | 'price'>, size: ResponseSize) {
    const spare = this.takeSpare();
    if (!spare) return this.#reserve(payer, size);
    if (await this.widen(spare, size)) return spare;
    this.#context.wallet.void(spare.reservation);
    throw new AppError('relay_insufficient_quota', { needed: this.missing(spare, size) });
  }

  takeSpare(): ResponseCover | undefined {
    return this.#spares.shift();
  }

  /** Reserves what a cover lacks; returns false if the balance is too small. */
  async widen(cover: ResponseCover, size: ResponseSize): Promise<boolean> {
    const { reservation } = cover;
    const more = this.missing(cover, size);
    if (more > 0 && !(await this.#context.wallet.extend(reservation, more))) return false;
    cover.promptTokens = Math.max(cover.promptTokens, size.promptTokens);
    cover.responseTokens = Math.max(cover.responseTokens, size.responseTokens);
    return true;
  }

  /**
   * Whether a cover that waits is at the price of now. Also true without such a price: that ends the session
   * between two responses.
   */
  isCurrent({ price }: ResponseCover): boolean {
    try {
      return price === this.#context.price(this.#context.holder());
    } catch {
      return true;
    }
  }

  /** Gives a cover that waits the payer and price of now. */
  renew(cover: ResponseCover): void {
    if (this.isCurrent(cover)) return;
    const holder = this.#context.holder();
    Object.assign(cover, { holder, price: this.#context.price(holder) });
  }

  /** Returns an empty cover: what is already running is charged to whatever is left. */
  coverNothing(): ResponseCover {
    const holder = this.#context.holder();
    const { userId, unlimited, apiKeyId, spending } = holder;
    const reservation = this.#context.wallet.reserveNothing({
      userId,
      limitedApiKeyId: unlimited ? undefined : apiKeyId,
      spending,
    });
    const price = this.#context.lastPrice();
    return { holder, price, reservation, promptTokens: 0, responseTokens: 0 };
  }

  /** Releases all spares beyond `count`. */
  trim(count: number): void {
    for (const { reservation } of this.#spares.splice(count))
      this.#context.wallet.void(reservation);
  }

  async #reserve(
    { holder, price }: Pick<ResponseCover, 'holder' | 'price'>,
    size: ResponseSize,
  ): Promise<ResponseCover> {
    const reservation = await reserveAmount(this.#context, holder, this.#quotaOf(price, size));
    return { holder, price, reservation, ...size };
  }

  /** Returns the quota that a cover lacks. */
  missing({ price, reservation, ...covered }: ResponseCover, size: ResponseSize): number {
    const needed = this.#quotaOf(price, {
      promptTokens: Math.max(covered.promptTokens, size.promptTokens),
      responseTokens: Math.max(covered.responseTokens, size.responseTokens),
    });
    return Math.max(0, needed - reservation.amount);
  }

  #quotaOf(price: Price, { promptTokens, responseTokens }: ResponseSize): number {
    const preConsumedQuota = this.#context.preConsumedQuota();
    return estimateReservation(price, {
      promptTokens,
      maxCompletionTokens: responseTokens,
      preConsumedQuota,
      surcharges: planRequestFee(price)?.worst,
    });
  }
}
