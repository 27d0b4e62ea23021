import type { UsageClaim } from '@tollgate/contract';
import type { ResponseStream, StreamEnd } from '@tollgate/dialects';
import type { Wallet } from '../../domain/wallet/wallet.ts';
import type { UpstreamCall } from '../http1/upstream-http-client.ts';
import type { ChargedUsage } from '../billing/charged-usage.ts';
import type { RelayCall } from '../relay-call.ts';

type CoveredCall = Pick<RelayCall, 'client' | 'cover' | 'reservation'>;
type Delivery = Pick<ResponseStream, 'estimatedCompletionTokens'>;

export interface StreamPaymentOptions {
  call: CoveredCall;
  wallet: Pick<Wallet, 'extend'>;
  upstream: Pick<UpstreamCall, 'pause' | 'resume'>;
  reader: Delivery;
  /** Upper bound of delivered tokens; see `mostDelivered`. */
  most: number;
  /** Forwards chunks that are paid for. */
  deliver: (chunks: readonly Uint8Array[]) => void;
  /** Ends the stream; called once. */
  stop: (end: StoppedEnd) => void;
  /** Called when all waiting chunks have been delivered. */
  resumed: () => void;
}

/** Why a stream is not paid for any further. */
export type StoppedEnd = 'balance_ran_out' | 'overran';

/** Reserves this multiple of what was delivered, so that a long response extends its reservation rarely. */
const GROWTH = 1.5;

/** Whether a stream is paid for as far as it was read. Images and audio always are. */
export function isPaid({ client, cover }: CoveredCall, reader: Delivery): boolean {
  return client.media !== undefined || reader.estimatedCompletionTokens <= cover.tokens;
}

/**
 * Pays for a stream that outgrows its reservation, which is rare. Nothing is delivered unpaid: chunks wait
 * until the reservation is extended, and the stream ends if the balance is too small, or if no honest
 * upstream would have sent that much.
 */
export class StreamPayment {
  readonly #options: StreamPaymentOptions;
  /** Chunks waiting for the reservation to be extended. */
  #unpaid: Uint8Array[] | undefined;
  #stopped = false;

  constructor(options: StreamPaymentOptions) {
    this.#options = options;
  }

  /** Whether chunks are waiting for the reservation. */
  get isPending(): boolean {
    return this.#unpaid !== undefined;
  }

  /** Forwards or holds chunks that the reader has just parsed. */
  accept(chunks: readonly Uint8Array[]): void {
    if (this.#unpaid) this.#unpaid.push(...chunks);
    else if (isPaid(this.#options.call, this.#options.reader)) this.#options.deliver(chunks);
    else this.#payFor(chunks);
  }

  #payFor(chunks: readonly Uint8Array[]): void {
    const { call, wallet, upstream, reader, most, deliver } = this.#options;
    const { cover, reservation } = call;
    const delivered = reader.estimatedCompletionTokens;
    if (delivered > most) return this.#stop('overran');
    const tokens = Math.min(Math.ceil(delivered * GROWTH), most);
    const more = cover.quotaFor(tokens) - reservation.amount;
    if (more <= 0) {
      cover.grow(tokens);
      return deliver(chunks);
    }
    this.#unpaid = [...chunks];
    upstream.pause();
    wallet.extend(reservation, more).then(
      (covered) => (covered ? this.#resume(tokens) : this.#stop('balance_ran_out')),
      // What was delivered is still charged.
      () => this.#stop('balance_ran_out'),
    );
  }

  #resume(tokens: number): void {
    const chunks = this.#unpaid ?? [];
    this.#unpaid = undefined;
    this.#options.call.cover.grow(tokens);
    this.accept(chunks);
    if (this.#unpaid || this.#stopped) return;
    this.#options.upstream.resume();
    this.#options.resumed();
  }

  #stop(end: StoppedEnd): void {
    this.#stopped = true;
    this.#options.stop(end);
  }
}

/** Claims what was sent, which is as implausible as inflated usage. */
export function overrunClaim({ usage }: ChargedUsage, tail: StreamEnd): UsageClaim {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: tail.estimatedCompletionTokens,
  };
}
