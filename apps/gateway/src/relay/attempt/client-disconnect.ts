import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import { ResponseDrain } from '../response/response-drain.ts';
import {
  clientDisconnectPolicy,
  drainBounds,
  type UnchargedReason,
} from '../response/client-disconnect-policy.ts';
import type { DrainSlots } from '../response/drain-slots.ts';
import type { RelayCall } from '../relay-call.ts';

/** An attempt whose client may disconnect, and the ways to end it. */
export interface AbandonedAttempt {
  readonly call: RelayCall;
  readonly channel: RuntimeChannel;
  readonly drains: DrainSlots;
  /** Whether a byte of the request may have reached the upstream. */
  hasReached(): boolean;
  /** HTTP status of the upstream's response; 0 before it. */
  status(): number;
  /** Ends the attempt free of charge. */
  free(because: UnchargedReason): void;
  /** Aborts the upstream, which has started working, and charges for that. */
  charge(disconnectPolicy: 'charge' | 'drain'): void;
}

/**
 * Decides how an attempt ends when its client disconnects before a stream has started, or while a whole
 * response is pending.
 */
export class ClientDisconnect {
  readonly #attempt: AbandonedAttempt;
  #drain: ResponseDrain | undefined;
  #freeSlot: (() => void) | undefined;

  constructor(attempt: AbandonedAttempt) {
    this.#attempt = attempt;
  }

  /** Handles the client's disconnect. */
  decide(): void {
    const { call, channel, drains } = this.#attempt;
    const isStream = respondsWithStream(call);
    const policy = clientDisconnectPolicy(channel, isStream);
    if (!this.#attempt.hasReached()) return this.#attempt.free('not-sent');
    if (this.#attempt.status() >= 300) return this.#attempt.free('failed');
    if (policy === 'abort') return this.#attempt.free('abort');
    if (policy === 'drain') this.#freeSlot = drains.acquire(call.holder.userId);
    if (!this.#freeSlot) return this.#attempt.charge('charge');
    this.#drain = new ResponseDrain(drainBounds(channel, isStream), () =>
      this.#attempt.charge('drain'),
    );
  }

  /** Counts a chunk of the response. */
  count(bytes: number): void {
    this.#drain?.count(bytes);
  }

  /** A stream starts, which has its own bounds; the drain slot stays occupied. */
  handOver(): void {
    this.#drain?.stop();
  }

  /** Releases the drain slot at the end of the attempt. */
  end(): void {
    this.#drain?.stop();
    this.#freeSlot?.();
  }
}

/**
 * Whether the caller gets a stream. Images and audio are returned as whole responses, however the upstream
 * sends them.
 */
export function respondsWithStream({ clientRequest, client }: RelayCall): boolean {
  return clientRequest.stream && !client.media;
}
