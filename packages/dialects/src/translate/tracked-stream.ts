import { buildTransportFault } from '../faults/build-fault.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import type { Usage } from '../ir/usage.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import type { ResponseStream } from './response-stream.ts';
import { UsageTracker } from './usage-tracker.ts';

const NO_BYTES = new Uint8Array();

/** Common base of passed and translated streams: both are driven by IR events. */
export abstract class TrackedStream implements ResponseStream {
  protected readonly tracker = new UsageTracker();

  get usage(): Usage | undefined {
    return this.tracker.usage;
  }

  get fault(): UpstreamFault | undefined {
    return this.tracker.fault;
  }

  get contentDelivered(): boolean {
    return this.tracker.contentDelivered;
  }

  get hasThoughts(): boolean {
    return this.tracker.hasThoughts;
  }

  get hasFirstToken(): boolean {
    return this.tracker.hasFirstToken;
  }

  get estimatedCompletionTokens(): number {
    return this.tracker.estimatedCompletionTokens;
  }

  get awaitsUsage(): boolean {
    return this.reader.stopped === true && !this.hasLastUsage && this.tracker.fault === undefined;
  }

  get isFinished(): boolean {
    return this.isOver || (this.reader.stopped === true && this.tracker.fault === undefined);
  }

  get isOver(): boolean {
    return this.tracker.stop !== undefined && this.tracker.fault === undefined;
  }

  abstract readonly bufferedBytes: number;
  abstract push(chunk: Uint8Array): readonly Uint8Array[];
  abstract end(cut?: StreamCut): StreamEnd;
  protected abstract readonly reader: StreamDialectReader;
  /** Usage arrived with the finish reason or after it. */
  private hasLastUsage = false;

  /** Records an event of the reader. */
  protected note(event: StreamEvent): void {
    // Garbage after the end is ignored.
    if (event.type === 'error' && !event.error && this.tracker.stop) return;
    this.tracker.take(event);
    if (event.type === 'usage') this.hasLastUsage = this.reader.stopped ?? true;
  }

  /**
   * Reads bytes of the upstream. JSON nested too deeply for the stack, or an event that does not end, makes
   * the response a bad one.
   */
  protected read(work: () => void, splitter: { readonly overflown: boolean }): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.tracker.fault ??= buildTransportFault('bad-response', 'nested too deeply');
    }
    if (splitter.overflown) {
      this.tracker.fault ??= buildTransportFault('bad-response', 'a stream event is too large');
    }
  }

  /** Ends a stream; `tail` is only called if it is complete. */
  protected conclude(cut: StreamCut | undefined, tail: () => Uint8Array): StreamEnd {
    const { tracker } = this;
    const complete = tracker.fault === undefined && tracker.stop !== undefined;
    const isUsageFresh = tracker.usage === undefined || tracker.isUsageFresh;
    return {
      usage: tracker.usage,
      isUsageFinal: complete && isUsageFresh && (this.hasLastUsage || cut === undefined),
      complete,
      tail: complete ? tail() : NO_BYTES,
      contentDelivered: tracker.contentDelivered,
      fault: tracker.fault,
      estimatedCompletionTokens: tracker.estimatedCompletionTokens,
    };
  }
}
