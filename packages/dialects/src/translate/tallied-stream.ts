import { buildTransportFault } from '../faults/build-fault.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { StreamCut, StreamEnd } from '../openai-chat/stream.ts';
import type { Usage } from '../openai-chat/usage.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import type { StreamPort } from './stream-port.ts';
import { StreamTally } from './stream-tally.ts';

const NO_BYTES = new Uint8Array();

/** What passed and translated streams have in common: both are told by the events of the IR. */
export abstract class TalliedStream implements StreamPort {
  protected readonly tally = new StreamTally();

  get usage(): Usage | undefined {
    return this.tally.usage;
  }

  get fault(): UpstreamFault | undefined {
    return this.tally.fault;
  }

  get contentDelivered(): boolean {
    return this.tally.contentDelivered;
  }

  get estimatedCompletionTokens(): number {
    return this.tally.estimatedCompletionTokens;
  }

  get awaitsUsage(): boolean {
    return this.reader.stopped === true && !this.hasLastUsage && this.tally.fault === undefined;
  }

  abstract push(chunk: Uint8Array): readonly Uint8Array[];
  abstract end(cut?: StreamCut): StreamEnd;
  protected abstract readonly reader: StreamDialectReader;
  /** Usage came with the finish reason or after it. */
  private hasLastUsage = false;

  /** Notes an event of the reader. */
  protected note(event: StreamEvent): void {
    // What follows the end means nothing.
    if (event.type === 'error' && !event.error && this.tally.stop) return;
    this.tally.take(event);
    if (event.type === 'usage') this.hasLastUsage = this.reader.stopped ?? true;
  }

  /**
   * Reads bytes of the upstream. JSON that is nested too deeply for the stack, or an event that
   * does not end, makes the answer a bad one.
   */
  protected read(work: () => void, splitter: { readonly overflown: boolean }): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.tally.fault ??= buildTransportFault('bad-response', 'nested too deeply');
    }
    if (splitter.overflown) {
      this.tally.fault ??= buildTransportFault('bad-response', 'a stream event is too large');
    }
  }

  /** The end of a stream; `tail` is asked for only when it is complete. */
  protected conclude(cut: StreamCut | undefined, tail: () => Uint8Array): StreamEnd {
    const { tally } = this;
    const complete = tally.fault === undefined && tally.stop !== undefined;
    return {
      usage: tally.usage,
      isUsageFinal: complete && ((this.hasLastUsage && tally.isUsageFresh) || cut === undefined),
      sawDone: tally.stop !== undefined,
      complete,
      tail: complete ? tail() : NO_BYTES,
      contentDelivered: tally.contentDelivered,
      finishReasons: tally.stop ? [tally.stop.reason] : [],
      fault: tally.fault,
      estimatedCompletionTokens: tally.estimatedCompletionTokens,
    };
  }
}
