import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { ResponseDrain } from '../response/response-drain.ts';
import {
  clientDisconnectPolicy,
  drainBounds,
  type UnchargedReason,
} from '../response/client-disconnect-policy.ts';
import type { DrainSlots } from '../response/drain-slots.ts';
import type { RelayCall } from '../relay-call.ts';

/** A try whose client may leave, and what can be done about it then. */
export interface AbandonedAttempt {
  readonly call: RelayCall;
  readonly channel: RuntimeChannel;
  readonly drains: DrainSlots;
  /** A byte of the request may have reached the upstream. */
  hasReached(): boolean;
  /** Of the upstream's answer; 0 before it. */
  status(): number;
  /** Ends the try, which costs nothing. */
  free(because: UnchargedReason): void;
  /** Cuts the upstream, which has begun to work, and charges for that. */
  charge(onClientGone: 'charge' | 'drain'): void;
}

/** What becomes of a try whose client leaves before a stream began, or while a whole answer is waited for. */
export class ClientDisconnect {
  readonly #try: AbandonedAttempt;
  #drain: ResponseDrain | undefined;
  #freeSlot: (() => void) | undefined;

  constructor(left: AbandonedAttempt) {
    this.#try = left;
  }

  /** The client has left. */
  decide(): void {
    const { call, channel, drains } = this.#try;
    const isStream = asksForStream(call);
    const policy = clientDisconnectPolicy(channel, isStream);
    if (!this.#try.hasReached()) return this.#try.free('not-sent');
    if (this.#try.status() >= 300) return this.#try.free('failed');
    if (policy === 'abort') return this.#try.free('abort');
    if (policy === 'drain') this.#freeSlot = drains.take(call.holder.userId);
    if (!this.#freeSlot) return this.#try.charge('charge');
    this.#drain = new ResponseDrain(drainBounds(channel, isStream), () =>
      this.#try.charge('drain'),
    );
  }

  /** Counts a piece of the answer. */
  count(bytes: number): void {
    this.#drain?.count(bytes);
  }

  /** A stream begins, which has bounds of its own; the slot stays taken. */
  handOver(): void {
    this.#drain?.stop();
  }

  /** The try is over. */
  end(): void {
    this.#drain?.stop();
    this.#freeSlot?.();
  }
}

/** Pictures and sound are whole answers to their caller, however they come. */
export function asksForStream({ clientRequest, client }: RelayCall): boolean {
  return clientRequest.stream && !client.media;
}
