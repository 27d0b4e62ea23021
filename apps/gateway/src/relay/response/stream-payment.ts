import type { ResponseStream } from '@tollgate/dialects';
import type { Wallet } from '../../domain/wallet/wallet.ts';
import type { UpstreamCall } from '../http1/upstream-http-client.ts';
import type { RelayCall } from '../relay-call.ts';

type PaidCall = Pick<RelayCall, 'client' | 'cover' | 'reservation'>;
type Delivery = Pick<ResponseStream, 'estimatedCompletionTokens'>;

export interface StreamPaymentOptions {
  call: PaidCall;
  wallet: Pick<Wallet, 'extend'>;
  upstream: Pick<UpstreamCall, 'pause' | 'resume'>;
  reader: Delivery;
  /** The most tokens that may be delivered; see `mostDelivered`. */
  most: number;
  /** Forwards what is paid for. */
  deliver: (pieces: readonly Uint8Array[]) => void;
  /** Ends the stream; called once. */
  stop: (end: StoppedEnd) => void;
  /** All that waited has been delivered. */
  resumed: () => void;
}

/** Why a stream is not paid for any further. */
export type StoppedEnd = 'balance_ran_out' | 'overran';

/** Reserves this much of what was delivered at a time: a long response asks rarely. */
const GROWTH = 1.5;

/** Whether a stream is paid for as far as it was read. Images and audio are, as a whole. */
export function isPaid({ client, cover }: PaidCall, reader: Delivery): boolean {
  return client.media !== undefined || reader.estimatedCompletionTokens <= cover.tokens;
}

/**
 * The payment of a stream that outgrows its reservation, as most never do. Nothing is delivered that
 * is not paid for: it waits until the reservation grows, and ends where the balance is too small, or
 * where no honest upstream would have sent so much.
 */
export class StreamPayment {
  readonly #options: StreamPaymentOptions;
  /** Pieces that arrive while the reservation grows, to be sent once it has. */
  #unpaid: Uint8Array[] | undefined;
  #stopped = false;

  constructor(options: StreamPaymentOptions) {
    this.#options = options;
  }

  /** Pieces wait for their payment. */
  get isPending(): boolean {
    return this.#unpaid !== undefined;
  }

  /** Takes pieces that the reader has just read. */
  take(pieces: readonly Uint8Array[]): void {
    if (this.#unpaid) this.#unpaid.push(...pieces);
    else if (isPaid(this.#options.call, this.#options.reader)) this.#options.deliver(pieces);
    else this.#payFor(pieces);
  }

  #payFor(pieces: readonly Uint8Array[]): void {
    const { call, wallet, upstream, reader, most, deliver } = this.#options;
    const { cover, reservation } = call;
    const delivered = reader.estimatedCompletionTokens;
    if (delivered > most) return this.#stop('overran');
    const tokens = Math.min(Math.ceil(delivered * GROWTH), most);
    const more = cover.quotaFor(tokens) - reservation.amount;
    if (more <= 0) {
      cover.grow(tokens);
      return deliver(pieces);
    }
    this.#unpaid = [...pieces];
    upstream.pause();
    wallet.extend(reservation, more).then(
      (covered) => (covered ? this.#goOn(tokens) : this.#stop('balance_ran_out')),
      // What was delivered is charged all the same.
      () => this.#stop('balance_ran_out'),
    );
  }

  #goOn(tokens: number): void {
    const pieces = this.#unpaid ?? [];
    this.#unpaid = undefined;
    this.#options.call.cover.grow(tokens);
    this.take(pieces);
    if (this.#unpaid || this.#stopped) return;
    this.#options.upstream.resume();
    this.#options.resumed();
  }

  #stop(end: StoppedEnd): void {
    this.#stopped = true;
    this.#options.stop(end);
  }
}
