import { buildFault, buildTransportFault } from '../faults/build-fault.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { ChatResponse, Stop, TokenLogprob } from '../ir/response.ts';
import type { Citation, ResponsePart, Part, Signature } from '../ir/parts.ts';
import type { StreamedPart, StreamEvent } from '../ir/stream-event.ts';
import { feedReader } from '../ir/stream-parser.ts';
import type { ChatUsage } from '../ir/usage.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { EventSplitter } from '../sse/event-splitter.ts';
import { isGarbled } from '../sse/is-garbled.ts';
import { LineSplitter } from '../sse/line-splitter.ts';
import type { UpstreamCodec } from './codec.ts';
import type { ReadResult } from './whole-response.ts';

/** Assembles the response of a whole stream, or returns the fault in it. Never throws. */
export function readStreamedResponse(
  codec: UpstreamCodec,
  bytes: Uint8Array,
  id: string,
): ReadResult {
  const collector = new ResponseCollector();
  const emit = (event: StreamEvent) => collector.take(event);
  const reader = codec.readStream(emit, id);
  const maxBytes = bytes.length + 1;
  let isOver = false;
  const splitter = codec.streamsLines
    ? new LineSplitter(maxBytes, (line) => {
        const data = parseJson(line);
        if (isRecord(data)) reader.take(data);
        // An incomplete line at the end is truncated, not garbled.
        else if (!isOver && isGarbled(line)) emit({ type: 'error', error: undefined });
      })
    : new EventSplitter({
        maxEventBytes: maxBytes,
        onEvent: (event) => {
          feedReader(reader, emit, event);
          return false;
        },
      });
  try {
    splitter.push(bytes);
    isOver = true;
    splitter.finish();
    reader.end?.();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, fault: buildTransportFault('bad-response', 'nested too deeply') };
  }
  return collector.finish();
}

interface GrowingPart {
  readonly opened: StreamedPart;
  text: string;
  signature?: Signature;
  readonly citations: Citation[];
}

/** Collects the events of a stream into a response. */
class ResponseCollector {
  readonly #parts = new Map<number, GrowingPart | ResponsePart>();
  #id = '';
  #model = '';
  #usage: ChatUsage | undefined;
  #isUsageEarly = false;
  #stop: Stop | undefined;
  #tier: string | undefined;
  readonly #logprobs: TokenLogprob[] = [];
  #fault: UpstreamFault | undefined;

  take(event: StreamEvent): void {
    switch (event.type) {
      case 'start':
        this.#id = event.id;
        this.#model = event.model;
        return;
      case 'part-start':
        this.#parts.set(event.index, { opened: event.part, text: '', citations: [] });
        return;
      case 'part':
        this.#parts.set(event.index, event.part);
        return;
      case 'usage':
        this.#usage = event.usage;
        this.#isUsageEarly &&= event.repeatsOutput === true;
        return;
      case 'finish':
        this.#stop = event.stop;
        this.#tier = event.serviceTier;
        return;
      case 'error':
        this.#fault ??= buildFault(200, event.error);
        return;
      case 'delta':
      case 'signature':
      case 'citation':
        return this.#appendDelta(event);
      case 'part-end':
      case 'ping':
    }
  }

  #appendDelta(event: Extract<StreamEvent, { type: 'delta' | 'signature' | 'citation' }>): void {
    const part = this.#parts.get(event.index);
    if (!part || !('opened' in part)) return;
    if (event.type === 'delta') {
      part.text += event.text;
      this.#isUsageEarly ||= this.#usage !== undefined && event.text !== '';
      for (const token of event.logprobs ?? []) this.#logprobs.push(token);
    } else if (event.type === 'signature') part.signature = event.signature;
    else part.citations.push(event.citation);
  }

  /** A stream without its end is a fault, as it is unknown what is missing. */
  finish(): ReadResult {
    if (this.#fault) return { ok: false, fault: this.#fault };
    if (!this.#stop)
      return { ok: false, fault: buildTransportFault('network', 'the stream broke off') };
    const response: ChatResponse = {
      id: this.#id,
      model: this.#model,
      parts: [...this.#parts.values()].map((part) => ('opened' in part ? toPart(part) : part)),
      stop: this.#stop,
      usage: this.#usage,
      ...(this.#isUsageEarly ? { isUsageEarly: true } : {}),
      ...(this.#logprobs.length > 0 ? { logprobs: this.#logprobs } : {}),
      serviceTier: this.#tier,
    };
    return { ok: true, response };
  }
}

function toPart({ opened, text, signature, citations }: GrowingPart): Part {
  switch (opened.kind) {
    case 'tool-call': {
      const { kind: _kind, ...call } = opened;
      return { type: 'tool-call', ...call, args: text };
    }
    case 'text':
      return {
        type: 'text',
        text,
        ...(citations.length > 0 ? { citations } : {}),
        ...(signature ? { signature } : {}),
      };
    case 'thinking':
      return { type: 'thinking', text, ...(signature ? { signature } : {}) };
    case 'refusal':
      return { type: 'refusal', text };
  }
}
