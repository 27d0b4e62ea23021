import { readErrorObject } from '../faults/read-error-object.ts';
import { REDACTED, type Signature } from '../ir/parts.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import type { EmitEvent, StreamedPart } from '../ir/stream-event.ts';
import type { Stop } from '../ir/response.ts';
import { isRecord, parseJsonText } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readCitation } from './parse-response.ts';
import { isSearchUse, readSearchBlocks } from './web-search-blocks.ts';
import { readStopReason } from './stop-reason.ts';
import { mergeMessagesUsage, toChatUsage, type MessagesUsage } from './usage.ts';
import { numberOf, recordOf, textOf } from '../json/loose-values.ts';

/** Reads the stream of a messages upstream; it is complete after message_stop. */
export function readMessagesStream(emit: EmitEvent): StreamDialectReader {
  return new MessagesStreamReader(emit);
}

/** A requested search and its input so far. */
interface Search {
  readonly id: string;
  input: string;
}

class MessagesStreamReader implements StreamDialectReader {
  readonly #emit: EmitEvent;
  /** IR index of each open block; dropped blocks have none. */
  readonly #blocks = new Map<number, number>();
  /** IR indexes of open thoughts that have a text, but no signature yet. */
  readonly #unsigned = new Set<number>();
  /** Searches by block and by id: an upstream may report any number. */
  readonly #searches = new Map<number, Search>();
  readonly #searchesById = new Map<string, Search>();
  #next = 0;
  #usage: MessagesUsage = {};
  #stop: Stop | undefined;
  #finished = false;

  constructor(emit: EmitEvent) {
    this.#emit = emit;
  }

  get stopped(): boolean {
    return this.#stop !== undefined;
  }

  take(event: JsonObject): void {
    if (this.#finished) return;
    switch (event.type) {
      case 'content_block_delta':
        return this.#takeDelta(event);
      case 'content_block_start':
        return this.#takeStart(event);
      case 'content_block_stop':
        return this.#close(numberOf(event.index));
      case 'message_start':
        return this.#takeMessage(recordOf(event.message));
      case 'message_delta':
        return this.#takeMessageDelta(event);
      case 'message_stop':
        return this.end(true);
      case 'ping':
        return this.#emit({ type: 'ping' });
      default: {
        const error = readErrorObject(event, event.type === 'error');
        if (error) this.#emit({ type: 'error', error });
      }
    }
  }

  /** Some servers omit message_stop: a stop reason is accepted instead. */
  end(stopped = false): void {
    if (this.#finished || (!stopped && !this.#stop)) return;
    this.#finished = true;
    for (const block of this.#blocks.keys()) this.#close(block);
    this.#emit({ type: 'finish', stop: this.#stop ?? { reason: 'end' } });
  }

  #takeMessage(message: JsonObject): void {
    this.#emit({ type: 'start', id: textOf(message.id), model: textOf(message.model) });
    this.#takeUsage(message.usage);
  }

  #takeMessageDelta(event: JsonObject): void {
    const delta = recordOf(event.delta);
    if (typeof delta.stop_reason === 'string') {
      this.#stop = readStopReason(delta.stop_reason, delta.stop_sequence);
    }
    this.#takeUsage(event.usage);
  }

  /** Counters are cumulative: the last value counts, and absent ones keep their value. */
  #takeUsage(raw: unknown): void {
    if (!isRecord(raw)) return;
    const { output } = mergeMessagesUsage({}, raw);
    this.#usage = mergeMessagesUsage(this.#usage, raw);
    const usage = toChatUsage(this.#usage);
    if (usage) this.#emit({ type: 'usage', usage, repeatsOutput: output === undefined });
  }

  #takeStart(event: JsonObject): void {
    const block = recordOf(event.content_block);
    if (block.type === 'redacted_thinking') {
      const signature: Signature = {
        by: 'anthropic-messages',
        value: textOf(block.data),
        id: REDACTED,
      };
      const part = { type: 'thinking' as const, text: '', signature };
      return this.#emit({ type: 'part', index: this.#next++, part });
    }
    if (isSearchUse(block)) {
      const input =
        Object.keys(recordOf(block.input)).length > 0 ? JSON.stringify(block.input) : '';
      const search = { id: textOf(block.id), input };
      this.#searches.set(numberOf(event.index), search);
      if (!this.#searchesById.has(search.id)) this.#searchesById.set(search.id, search);
      return;
    }
    if (block.type === 'web_search_tool_result') return this.#takeSearch(block);
    const part = readOpenPart(block);
    if (!part) return;
    const index = this.#next++;
    this.#blocks.set(numberOf(event.index), index);
    this.#emit({ type: 'part-start', index, part });
    const begun = textOf(block.text) || textOf(block.thinking);
    if (begun !== '') this.#emit({ type: 'delta', index, text: begun });
    if (textOf(block.thinking) !== '') this.#unsigned.add(index);
    // Some servers send the whole input in the start event.
    if (isRecord(block.input) && Object.keys(block.input).length > 0) {
      this.#emit({ type: 'delta', index, text: JSON.stringify(block.input) });
    }
  }

  #takeSearch(result: JsonObject): void {
    const id = textOf(result.tool_use_id);
    const search = this.#searchesById.get(id);
    // It has one result: a second would read and repeat a query of any length again.
    this.#searchesById.delete(id);
    const part = readSearchBlocks(parseJsonText(search?.input ?? ''), result);
    this.#emit({ type: 'part', index: this.#next++, part });
  }

  #takeDelta(event: JsonObject): void {
    const index = this.#blocks.get(numberOf(event.index));
    const { delta } = event;
    const search = this.#searches.get(numberOf(event.index));
    if (search && isRecord(delta)) search.input += textOf(delta.partial_json);
    if (index === undefined || !isRecord(delta)) return;
    switch (delta.type) {
      case 'text_delta':
        return this.#appendDelta(index, delta.text);
      case 'input_json_delta':
        return this.#appendDelta(index, delta.partial_json);
      case 'thinking_delta':
        if (textOf(delta.thinking) !== '') this.#unsigned.add(index);
        return this.#appendDelta(index, delta.thinking);
      case 'signature_delta': {
        this.#unsigned.delete(index);
        return this.#sign(index, textOf(delta.signature));
      }
      case 'citations_delta':
        if (isRecord(delta.citation)) {
          this.#emit({ type: 'citation', index, citation: readCitation(delta.citation) });
        }
        return;
      default:
    }
  }

  #sign(index: number, value: string): void {
    this.#emit({ type: 'signature', index, signature: { by: 'anthropic-messages', value } });
  }

  #appendDelta(index: number, text: unknown): void {
    if (typeof text === 'string' && text !== '') this.#emit({ type: 'delta', index, text });
  }

  #close(block: number): void {
    const index = this.#blocks.get(block);
    if (index === undefined) return;
    this.#blocks.delete(block);
    // Compatible servers sign nothing, but may require their thoughts back.
    if (this.#unsigned.delete(index)) this.#sign(index, '');
    this.#emit({ type: 'part-end', index });
  }
}

function readOpenPart(block: JsonObject): StreamedPart | undefined {
  switch (block.type) {
    case 'text':
    case 'thinking':
      return { kind: block.type };
    case 'tool_use':
      return { kind: 'tool-call', id: textOf(block.id), name: textOf(block.name) };
    default:
      return undefined;
  }
}
