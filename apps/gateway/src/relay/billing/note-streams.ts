import type { Logger } from '../../platform/logger.ts';
import type { Clock } from '../../platform/clock.ts';
import { yieldEventLoop } from '../../platform/yield-event-loop.ts';
import type { StreamCharge, Wallet } from '../../domain/wallet/wallet.ts';
import type { RunningCalls } from '../attempt/running-calls.ts';

/** Between two notes of a stream. */
export const NOTES_EVERY_MS = 4000;
/** Streams priced without a pause: about a millisecond. */
const AT_ONCE = 40;
/** Notes in one transaction: some milliseconds. */
const IN_ONE_WRITE = 200;

export interface StreamNoterOptions {
  clock: Pick<Clock, 'after'>;
  running: Pick<RunningCalls, 'list'>;
  wallet: Pick<Wallet, 'noteStreams'>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Notes every few seconds what running streams have delivered, so that a kill of this process does not make
 * it free (ADR 131). One write for hundreds of streams; none for streams that end sooner or have delivered
 * nothing since.
 */
export class StreamNoter {
  readonly #options: StreamNoterOptions;
  #cancel: () => void = () => {};
  #isStopped = false;
  #hasFailed = false;

  constructor(options: StreamNoterOptions) {
    this.#options = options;
  }

  /** Notes now and then every few seconds. */
  start(): void {
    this.#cancel = this.#options.clock.after(NOTES_EVERY_MS, () => {
      void this.note().finally(() => {
        if (!this.#isStopped) this.start();
      });
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Never rejects: a note that can't be stored endangers only what it says. */
  async note(): Promise<void> {
    const { running, wallet, log } = this.#options;
    try {
      const charges: StreamCharge[] = [];
      for (const call of running.list()) {
        const charge = call.priceDelivered?.();
        if (!charge) continue;
        charges.push(charge);
        // oxlint-disable-next-line no-await-in-loop -- in slices
        if (charges.length % AT_ONCE === 0) await yieldEventLoop();
        // oxlint-disable-next-line no-await-in-loop -- in slices
        if (charges.length === IN_ONE_WRITE) await wallet.noteStreams(charges.splice(0));
      }
      await wallet.noteStreams(charges);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) log.warn({ err: error }, 'running streams could not be noted');
      this.#hasFailed = true;
    }
  }
}
