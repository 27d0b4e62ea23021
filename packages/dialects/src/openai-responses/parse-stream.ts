import { readErrorObject } from '../faults/read-error-object.ts';
import type { Signature } from '../ir/parts.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import type { EmitEvent, StreamedPart } from '../ir/stream-event.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readAnnotations, readTokens } from '../openai-chat/parse-response.ts';
import { readGeneratedImage } from './read-generated-image.ts';
import { readReasoning, readStatus, readTier } from './parse-response.ts';
import { readUpstreamUsage } from '../openai-chat/usage.ts';
import { readSearchItem } from './web-search-item.ts';
import { numberOf, recordOf, textOf } from '../json/loose-values.ts';

/** Reads the stream of a responses upstream; completed and incomplete end it, failed is an error. */
export function readResponsesStream(emit: EmitEvent): StreamDialectReader {
  return new ResponsesStreamReader(emit);
}

interface OpenEntry {
  readonly index: number;
  grown: boolean;
  /** Number of summaries or texts of reasoning seen, to separate them by paragraphs. */
  thoughts: number;
}

/** Parts of one item are distinguished by content index; few items have more than one. */
const CONTENTS_MAX = 1000;
/** Type of the texts in a reasoning item. */
const THOUGHT = 'reasoning_text';

class ResponsesStreamReader implements StreamDialectReader {
  readonly #emit: EmitEvent;
  /** Open parts by output index and content index. */
  readonly #open = new Map<number, OpenEntry>();
  #next = 0;
  #hasCalls = false;
  #hasRefusal = false;
  #finished = false;

  constructor(emit: EmitEvent) {
    this.#emit = emit;
  }

  take(event: JsonObject): void {
    if (this.#finished) return;
    const type = typeof event.type === 'string' ? event.type : '';
    switch (type) {
      case 'response.output_text.delta':
        return this.#growContent(event, 'text');
      case 'response.refusal.delta':
        return this.#growContent(event, 'refusal');
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return this.#growItem(event);
      case 'response.reasoning_summary_part.added':
        return this.#startThought(itemKeyOf(event));
      case 'response.output_text.annotation.added':
        return this.#takeAnnotation(event);
      case 'response.content_part.added':
        return this.#openContent(event);
      case 'response.content_part.done':
        return this.#closeContent(event);
      case 'response.output_item.added':
        return this.#openItem(event);
      case 'response.output_item.done':
        return this.#closeItem(event);
      case 'response.created':
        return this.#takeCreated(event);
      case 'response.completed':
      case 'response.incomplete':
        return this.#finish(recordOf(event.response));
      case 'response.failed':
      case 'error':
        return this.#takeError(event);
      default:
        if (type === '') this.#takeError(event);
    }
  }

  #takeCreated(event: JsonObject): void {
    const response = recordOf(event.response);
    this.#emit({ type: 'start', id: textOf(response.id), model: textOf(response.model) });
  }

  #takeError(event: JsonObject): void {
    const body = isRecord(event.response) ? event.response : event;
    const error = readErrorObject(body, event.type !== undefined);
    if (error) this.#emit({ type: 'error', error });
  }

  #openPart(key: number, part: StreamedPart): OpenEntry {
    const entry = { index: this.#next++, grown: false, thoughts: 0 };
    this.#open.set(key, entry);
    if (part.kind === 'tool-call') this.#hasCalls = true;
    if (part.kind === 'refusal') this.#hasRefusal = true;
    this.#emit({ type: 'part-start', index: entry.index, part });
    return entry;
  }

  #openContent(event: JsonObject): void {
    const part = recordOf(event.part);
    const key = keyOf(event);
    if (part.type === THOUGHT) return this.#startThought(itemKeyOf(event));
    const kind = part.type === 'refusal' ? 'refusal' : part.type === 'output_text' ? 'text' : '';
    if (kind !== '' && !this.#open.has(key)) this.#openPart(key, { kind });
  }

  #openItem(event: JsonObject): void {
    const item = recordOf(event.item);
    const key = keyOf(event);
    const id = textOf(item.call_id);
    const name = textOf(item.name);
    if (item.type === 'reasoning') this.#openPart(key, { kind: 'thinking' });
    else if (item.type === 'function_call') this.#openPart(key, { kind: 'tool-call', id, name });
    else if (item.type === 'custom_tool_call') {
      this.#openPart(key, { kind: 'tool-call', id, name, custom: true });
    }
  }

  #growContent(event: JsonObject, kind: 'text' | 'refusal'): void {
    const key = keyOf(event);
    // Some servers omit the event that starts a part.
    const entry = this.#open.get(key) ?? this.#openPart(key, { kind });
    const text = textOf(event.delta);
    const { logprobs } = event;
    if (Array.isArray(logprobs) && logprobs.length > 0) {
      const tokens = readTokens(logprobs as unknown[]);
      this.#emit({ type: 'delta', index: entry.index, text, logprobs: tokens });
    } else this.#appendDelta(entry, text);
  }

  #growItem(event: JsonObject): void {
    const entry = this.#open.get(itemKeyOf(event));
    if (entry) this.#appendDelta(entry, textOf(event.delta));
  }

  #appendDelta(entry: OpenEntry, text: string): void {
    if (text === '') return;
    entry.grown = true;
    this.#emit({ type: 'delta', index: entry.index, text });
  }

  /** Separates the summaries or texts of one reasoning item. */
  #startThought(key: number): void {
    const entry = this.#open.get(key);
    if (!entry) return;
    if (entry.thoughts > 0) this.#appendDelta(entry, '\n\n');
    entry.thoughts++;
  }

  #takeAnnotation(event: JsonObject): void {
    const entry = this.#open.get(keyOf(event));
    if (!entry) return;
    for (const citation of readAnnotations([event.annotation])) {
      this.#emit({ type: 'citation', index: entry.index, citation });
    }
  }

  #closeItem(event: JsonObject): void {
    const item = recordOf(event.item);
    const first = itemKeyOf(event);
    const part = readGeneratedImage(item) ?? readSearchItem(item);
    if (part) this.#emit({ type: 'part', index: this.#next++, part });
    const entry = this.#open.get(first);
    if (entry && item.type === 'reasoning') this.#finishReasoning(entry, item);
    else if (entry && !entry.grown)
      this.#appendDelta(entry, textOf(item.arguments) || textOf(item.input));
    for (const key of this.#open.keys()) {
      if (key >= first && key < first + CONTENTS_MAX) this.#close(key);
    }
  }

  #finishReasoning(entry: OpenEntry, item: JsonObject): void {
    const { text, signature } = readReasoning(item);
    if (!entry.grown) this.#appendDelta(entry, text);
    if (signature) this.#sign(entry, signature);
  }

  #sign(entry: OpenEntry, signature: Signature): void {
    this.#emit({ type: 'signature', index: entry.index, signature });
  }

  /** A text of reasoning is only a part of its item, which ends with the signature. */
  #closeContent(event: JsonObject): void {
    if (recordOf(event.part).type !== THOUGHT) this.#close(keyOf(event));
  }

  #close(key: number): void {
    const entry = this.#open.get(key);
    if (!entry) return;
    this.#open.delete(key);
    this.#emit({ type: 'part-end', index: entry.index });
  }

  #finish(response: JsonObject): void {
    this.#finished = true;
    for (const key of this.#open.keys()) this.#close(key);
    const usage = readUpstreamUsage(response.usage);
    if (usage) this.#emit({ type: 'usage', usage });
    const stop = readStatus(response, this.#hasCalls, this.#hasRefusal);
    this.#emit({ type: 'finish', stop, serviceTier: readTier(response) });
  }
}

/** Returns the key of an item's first part; reasoning and calls have no other. */
function itemKeyOf(event: JsonObject): number {
  return numberOf(event.output_index) * CONTENTS_MAX;
}

function keyOf(event: JsonObject): number {
  return numberOf(event.output_index) * CONTENTS_MAX + numberOf(event.content_index);
}
