import { weighText } from '../estimates/weigh-text.ts';
import { buildFault } from '../faults/build-fault.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { Stop } from '../ir/answer.ts';
import type { StreamEvent } from '../ir/stream-event.ts';
import type { ChatUsage } from '../ir/usage.ts';

/** What the events of a stream say that matters for billing and for routing. */
export class StreamTally {
  /** The last usage reported so far. */
  usage: ChatUsage | undefined;
  /** Set by an error in the stream. */
  fault: UpstreamFault | undefined;
  stop: Stop | undefined;
  contentDelivered = false;
  /** The first part began: from here on the answer is one. */
  hasParts = false;
  deliveredCharacters = 0;
  #weight = 0;

  get estimatedCompletionTokens(): number {
    return Math.ceil(this.#weight / 100);
  }

  take(event: StreamEvent): void {
    switch (event.type) {
      case 'grow':
        this.#count(event.text);
        return;
      case 'open':
        this.hasParts = true;
        if (event.part.kind === 'tool-call') this.#count(event.part.name);
        return;
      case 'whole':
        this.hasParts = true;
        this.contentDelivered = true;
        return;
      case 'usage':
        this.usage = event.usage;
        return;
      case 'finish':
        this.stop = event.stop;
        return;
      case 'error':
        this.fault ??= buildFault(200, event.error);
        return;
      case 'start':
      case 'sign':
      case 'cite':
      case 'close':
      case 'ping':
    }
  }

  #count(text: string): void {
    if (text === '') return;
    this.contentDelivered = true;
    this.deliveredCharacters += text.length;
    this.#weight += weighText(text);
  }
}
