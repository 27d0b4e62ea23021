import type { Stop } from '../ir/response.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { Signature } from '../ir/parts.ts';
import type { StreamedPart, StreamEvent } from '../ir/stream-event.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import type { ChatUsage } from '../ir/usage.ts';
import {
  renderAnnotation,
  renderDetail,
  renderFinish,
  renderImage,
  renderLogprobs,
} from './render-response.ts';
import { renderChatUsage } from './render-usage.ts';

/** Creates a writer of chat completion chunks. */
export function renderChatStream(context: RenderContext): StreamRenderer {
  return new ChatStreamWriter(context);
}

/** An open part: its kind, and the index of a call. */
interface OpenEntry {
  readonly kind: StreamedPart['kind'];
  readonly call: number;
  readonly custom: boolean;
  grown: boolean;
  /** The thoughts so far: they are sent together with their signature. */
  thought: string;
}

interface Thought {
  readonly text: string;
  readonly signature: Signature;
}

class ChatStreamWriter implements StreamRenderer {
  readonly #context: RenderContext;
  /** The bytes before and after the delta of each chunk. */
  readonly #head: string;
  readonly #tail: string;
  readonly #open = new Map<number, OpenEntry>();
  #calls = 0;
  /** Signed thoughts, in order, those already sent first; see #sendDetails. */
  readonly #details: Thought[] = [];
  #sentDetails = 0;
  /** Sent at once at the end, as OpenAI does: its JavaScript client keeps only the last list. */
  readonly #annotations: object[] = [];
  #refused = false;
  #usage: ChatUsage | undefined;
  #stop: Stop = { reason: 'end' };
  #tier: string | undefined;

  constructor(context: RenderContext) {
    this.#context = context;
    this.#head = `data: ${this.#envelope().slice(0, -1)},"choices":[{"index":0,"delta":`;
    const usage = context.includeUsage ? ',"usage":null' : '';
    this.#tail = `,"logprobs":null,"finish_reason":null}]${usage}}\n\n`;
  }

  render(event: StreamEvent): string {
    const sent = this.#renderEvent(event);
    return sent === '' || this.#isThought(event) ? sent : this.#sendDetails() + sent;
  }

  #renderEvent(event: StreamEvent): string {
    switch (event.type) {
      case 'start':
        return this.#chunk('{"role":"assistant","content":"","refusal":null}');
      case 'part-start':
        return this.#openPart(event.index, event.part);
      case 'delta':
        return this.#appendDelta(event);
      case 'signature':
        this.#sign(this.#open.get(event.index)?.thought ?? '', event.signature);
        return '';
      case 'citation':
        this.#annotations.push(...renderAnnotation(event.citation));
        return '';
      case 'part':
        return this.#renderCompletePart(event.part);
      case 'usage':
        this.#usage = event.usage;
        return '';
      case 'finish':
        this.#stop = event.stop;
        this.#tier = event.serviceTier;
        return '';
      case 'ping':
        return ': ping\n\n';
      case 'part-end':
        return this.#close(event.index);
      case 'error':
        return '';
    }
  }

  end(): string {
    const reason = JSON.stringify(renderFinish(this.#stop, this.#refused));
    const { includeUsage } = this.#context;
    const tier = this.#tier === undefined ? '' : `"service_tier":${JSON.stringify(this.#tier)},`;
    const head = `data: ${this.#envelope().slice(0, -1)},${tier}"choices":[`;
    const last = `${head}{"index":0,"delta":{},"logprobs":null,"finish_reason":${reason}}]${includeUsage ? ',"usage":null' : ''}}\n\n`;
    const usage =
      includeUsage && this.#usage
        ? `${head}],"usage":${JSON.stringify(renderChatUsage(this.#usage))}}\n\n`
        : '';
    const annotations =
      this.#annotations.length > 0 ? this.#delta({ annotations: this.#annotations }) : '';
    return `${this.#sendAllDetails()}${annotations}${last}${usage}data: [DONE]\n\n`;
  }

  #envelope(): string {
    const { id, created, model } = this.#context;
    return JSON.stringify({
      id: `chatcmpl-${id}`,
      object: 'chat.completion.chunk',
      created,
      model,
    });
  }

  #chunk(delta: string): string {
    return this.#head + delta + this.#tail;
  }

  #delta(delta: object): string {
    return this.#chunk(JSON.stringify(delta));
  }

  #openPart(index: number, part: StreamedPart): string {
    if (part.kind === 'refusal') this.#refused = true;
    if (part.kind !== 'tool-call') {
      this.#open.set(index, { kind: part.kind, call: 0, custom: false, grown: false, thought: '' });
      return '';
    }
    const call = this.#calls++;
    const custom = part.custom === true;
    this.#open.set(index, { kind: 'tool-call', call, custom, grown: false, thought: '' });
    const inner = custom
      ? { type: 'custom', custom: { name: part.name, input: '' } }
      : { type: 'function', function: { name: part.name, arguments: '' } };
    return this.#delta({ tool_calls: [{ index: call, id: part.id, ...inner }] });
  }

  #appendDelta(event: Extract<StreamEvent, { type: 'delta' }>): string {
    const entry = this.#open.get(event.index);
    const text = JSON.stringify(event.text);
    switch (entry?.kind) {
      case 'text':
        if (!event.logprobs) return this.#chunk(`{"content":${text}}`);
        return this.#chunk(`{"content":${text}}`).replace(
          '"logprobs":null,"finish_reason"',
          () =>
            `"logprobs":${JSON.stringify(renderLogprobs(event.logprobs ?? []))},"finish_reason"`,
        );
      case 'thinking':
        entry.thought += event.text;
        return this.#chunk(`{"reasoning_content":${text}}`);
      case 'refusal':
        return this.#chunk(`{"refusal":${text}}`);
      case 'tool-call': {
        entry.grown = true;
        const inner = entry.custom
          ? `"custom":{"input":${text}}`
          : `"function":{"arguments":${text}}`;
        return this.#chunk(`{"tool_calls":[{"index":${entry.call},${inner}}]}`);
      }
      case undefined:
        return '';
    }
  }

  /** Arguments are JSON text: a call without any gets an empty object. */
  #close(index: number): string {
    const entry = this.#open.get(index);
    this.#open.delete(index);
    if (entry?.kind !== 'tool-call' || entry.grown || entry.custom) return '';
    return this.#chunk(`{"tool_calls":[{"index":${entry.call},"function":{"arguments":"{}"}}]}`);
  }

  #renderCompletePart(part: Extract<StreamEvent, { type: 'part' }>['part']): string {
    if (part.type === 'image') return this.#delta({ images: [renderImage(part)] });
    if (part.type === 'thinking') this.#sign(part.text, part.signature);
    return '';
  }

  #sign(text: string, signature: Signature | undefined): void {
    if (signature) this.#details.push({ text, signature });
  }

  #isThought(event: StreamEvent): boolean {
    return event.type === 'delta' && this.#open.get(event.index)?.kind === 'thinking';
  }

  /** Sends the initial thoughts as soon as anything else begins. */
  #sendDetails(): string {
    return this.#sentDetails === 0 ? this.#sendAllDetails() : '';
  }

  /**
   * Thoughts between calls and texts are held until the end and sent together with the first ones: OpenAI's
   * JavaScript client keeps only the last list, the Python client merges entries with the same index, so the
   * repeated ones get new indexes. If a client sends both copies back, they are read as one.
   */
  #sendAllDetails(): string {
    const sent = this.#sentDetails;
    if (this.#details.length === sent) return '';
    this.#sentDetails = this.#details.length;
    const reasoning_details = this.#details.flatMap(({ text, signature }, index) =>
      renderDetail(text, signature, sent + index),
    );
    return reasoning_details.length === 0 ? '' : this.#delta({ reasoning_details });
  }
}
