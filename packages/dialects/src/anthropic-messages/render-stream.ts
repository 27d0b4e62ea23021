import type { Stop } from '../ir/response.ts';
import type { RenderContext } from '../ir/render-context.ts';
import { encodeSignature } from '../ir/seal.ts';
import type { StreamedPart, StreamEvent } from '../ir/stream-event.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import type { ChatUsage } from '../ir/usage.ts';
import { ParseBudget } from '../json/parse-budget.ts';
import { HeldArguments } from './held-arguments.ts';
import { inputOf } from './render-blocks.ts';
import { renderCitation, renderMessageHead, renderThought } from './render-response.ts';
import { renderStopReason } from './stop-reason.ts';
import { renderSearchBlocks, renderSearchUsage } from './web-search-blocks.ts';
import { renderMessagesUsage } from './usage.ts';

/** Creates a writer of message events. */
export function renderMessagesStream(context: RenderContext): StreamRenderer {
  return new MessagesStreamWriter(context);
}

/** A block of the client's message: its index and the type of its deltas. */
interface Block {
  readonly index: number;
  readonly kind: StreamedPart['kind'];
  readonly custom: boolean;
  /** Deltas held back because an earlier block is still open. */
  buffered: string;
  /** Arguments held back until they are known to be an object, as the input must be one. */
  held: HeldArguments | undefined;
  closed: boolean;
}

/**
 * Blocks are strictly sequential: clients of this dialect assign every delta to the last block that started.
 * When IR parts overlap, the later one is held back until the earlier one closes.
 */
class MessagesStreamWriter implements StreamRenderer {
  readonly #context: RenderContext;
  readonly #blocks = new Map<number, Block>();
  /** Blocks that have started and not ended, oldest first; only the first is being sent. */
  readonly #queue: Block[] = [];
  #next = 0;
  #searches = 0;
  readonly #budget = new ParseBudget();
  #usage: ChatUsage | undefined;
  #stop: Stop = { reason: 'end' };

  constructor(context: RenderContext) {
    this.#context = context;
  }

  render(event: StreamEvent): string {
    switch (event.type) {
      case 'start':
        return this.#start();
      case 'part-start':
        return this.#openBlock(event.index, event.part);
      case 'delta':
        return this.#appendDelta(event.index, event.text);
      case 'signature': {
        const signature = encodeSignature(event.signature, 'anthropic-messages');
        return this.#delta(event.index, JSON.stringify({ type: 'signature_delta', signature }));
      }
      case 'citation': {
        const citation = renderCitation(event.citation);
        return this.#delta(event.index, JSON.stringify({ type: 'citations_delta', citation }));
      }
      case 'part-end':
        return this.#closeBlock(event.index);
      case 'part':
        return this.#renderCompletePart(event.part);
      case 'usage':
        this.#usage = event.usage;
        return '';
      case 'finish':
        this.#stop = event.stop;
        return '';
      case 'ping':
        return PING;
      case 'error':
        return '';
    }
  }

  end(): string {
    const delta = { ...renderStopReason(this.#stop), stop_details: null, container: null };
    const usage = { ...renderMessagesUsage(this.#usage), ...renderSearchUsage(this.#searches) };
    return (
      write('message_delta', JSON.stringify({ type: 'message_delta', delta, usage })) +
      write('message_stop', '{"type":"message_stop"}')
    );
  }

  #start(): string {
    const message = {
      ...renderMessageHead(this.#context),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: renderMessagesUsage(this.#usage),
    };
    return write('message_start', JSON.stringify({ type: 'message_start', message })) + PING;
  }

  #openBlock(index: number, part: StreamedPart): string {
    const block: Block = {
      index: this.#next++,
      kind: part.kind,
      custom: part.kind === 'tool-call' && part.custom === true,
      buffered: '',
      held: part.kind === 'tool-call' && part.custom !== true ? new HeldArguments() : undefined,
      closed: false,
    };
    this.#blocks.set(index, block);
    this.#queue.push(block);
    const text = blockStart(block.index, JSON.stringify(renderOpenPart(part)));
    // Wraps the free text in its only member.
    const opening = block.custom ? argumentsOf(block, '{"input":"') : '';
    return this.#send(block, text + opening);
  }

  #appendDelta(index: number, text: string): string {
    const block = this.#blocks.get(index);
    switch (block?.kind) {
      case 'text':
      case 'refusal':
        return this.#send(
          block,
          deltaOf(block, `{"type":"text_delta","text":${JSON.stringify(text)}}`),
        );
      case 'thinking':
        return this.#send(
          block,
          deltaOf(block, `{"type":"thinking_delta","thinking":${JSON.stringify(text)}}`),
        );
      case 'tool-call':
        return this.#send(block, this.#appendArguments(block, text));
      case undefined:
        return '';
    }
  }

  #appendArguments(block: Block, text: string): string {
    if (block.custom) return argumentsOf(block, JSON.stringify(text).slice(1, -1));
    const { held } = block;
    if (held === undefined) return argumentsOf(block, text);
    if (!held.push(text)) return '';
    block.held = undefined;
    return argumentsOf(block, held.text);
  }

  #delta(index: number, json: string): string {
    const block = this.#blocks.get(index);
    return block ? this.#send(block, deltaOf(block, json)) : '';
  }

  #closeBlock(index: number): string {
    const block = this.#blocks.get(index);
    if (!block) return '';
    this.#blocks.delete(index);
    const ending = endOfArguments(block, this.#budget);
    const text = this.#send(block, ending + blockStop(block.index));
    block.closed = true;
    return text + this.#advance();
  }

  /** Sends what was held back once the preceding blocks have ended. */
  #advance(): string {
    let text = '';
    while (this.#queue[0]?.closed) {
      this.#queue.shift();
      const next = this.#queue[0];
      if (!next) break;
      text += next.buffered;
      next.buffered = '';
    }
    return text;
  }

  #send(block: Block, text: string): string {
    if (this.#queue[0] === block) return text;
    block.buffered += text;
    return '';
  }

  #renderCompletePart(part: Extract<StreamEvent, { type: 'part' }>['part']): string {
    if (part.type === 'thinking') return this.#wholeBlock(renderThought(part));
    if (part.type !== 'web-search') return '';
    this.#searches += 1;
    const [use, result] = renderSearchBlocks(part, `${this.#context.id}_${this.#next}`);
    // Clients assemble the input from its deltas.
    const delta = `{"type":"input_json_delta","partial_json":${JSON.stringify(JSON.stringify(use.input))}}`;
    return this.#wholeBlock({ ...use, input: {} }, delta) + this.#wholeBlock(result);
  }

  #wholeBlock(content: object, delta?: string): string {
    const block: Block = {
      index: this.#next++,
      kind: 'thinking',
      custom: false,
      buffered: '',
      held: undefined,
      closed: true,
    };
    this.#queue.push(block);
    const start = blockStart(block.index, JSON.stringify(content));
    const deltaEvent = delta === undefined ? '' : deltaOf(block, delta);
    return this.#send(block, start + deltaEvent + blockStop(block.index)) + this.#advance();
  }
}

function argumentsOf(block: Block, fragment: string): string {
  const json = `{"type":"input_json_delta","partial_json":${JSON.stringify(fragment)}}`;
  return deltaOf(block, json);
}

/** Other arguments than an object are wrapped in one, as in a whole response. */
function endOfArguments(block: Block, budget: ParseBudget): string {
  const { custom, held } = block;
  const text = held?.text ?? '';
  if (custom) return argumentsOf(block, '"}');
  return text.trim() === '' ? '' : argumentsOf(block, JSON.stringify(inputOf(text, budget)));
}

function renderOpenPart(part: StreamedPart): object {
  switch (part.kind) {
    case 'tool-call':
      return {
        type: 'tool_use',
        id: part.id,
        name: part.name,
        input: {},
      };
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'text':
    case 'refusal':
      return { type: 'text', text: '', citations: null };
  }
}

function blockStart(index: number, block: string): string {
  const json = `{"type":"content_block_start","index":${index},"content_block":${block}}`;
  return write('content_block_start', json);
}

function blockStop(index: number): string {
  return write('content_block_stop', `{"type":"content_block_stop","index":${index}}`);
}

function deltaOf(block: Block, delta: string): string {
  const json = `{"type":"content_block_delta","index":${block.index},"delta":${delta}}`;
  return write('content_block_delta', json);
}

function write(name: string, json: string): string {
  return `event: ${name}\ndata: ${json}\n\n`;
}

const PING = write('ping', '{"type":"ping"}');
