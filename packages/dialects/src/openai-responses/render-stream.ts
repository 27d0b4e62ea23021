import type { Stop, TokenLogprob } from '../ir/response.ts';
import type { Citation, WebSearchPart } from '../ir/parts.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { StreamedPart, StreamEvent } from '../ir/stream-event.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import type { ChatUsage } from '../ir/usage.ts';
import type { JsonObject } from '../json/json-object.ts';
import { renderTokens } from '../openai-chat/render-response.ts';
import {
  imageId,
  renderAnnotation,
  renderImage,
  renderReasoning,
  renderResponseResource,
  reasoningId,
} from './render-response.ts';
import { renderSearchItem } from './web-search-item.ts';
import {
  createStreamItem,
  renderBegun,
  renderContent,
  renderEnded,
  type StreamItem,
} from './stream-item.ts';

/** Creates a writer of response events. */
export function renderResponsesStream(context: RenderContext): StreamRenderer {
  return new ResponsesStreamWriter(context);
}

class ResponsesStreamWriter implements StreamRenderer {
  readonly #context: RenderContext;
  readonly #open = new Map<number, StreamItem>();
  /** Finished items by output index. */
  readonly #output: JsonObject[] = [];
  #sequence = 0;
  #next = 0;
  #usage: ChatUsage | undefined;
  #stop: Stop = { reason: 'end' };
  #tier: string | undefined;

  constructor(context: RenderContext) {
    this.#context = context;
  }

  render(event: StreamEvent): string {
    switch (event.type) {
      case 'start':
        return this.#start();
      case 'part-start':
        return this.#openItem(event.index, event.part);
      case 'delta':
        return this.#appendDelta(event.index, event.text, event.logprobs);
      case 'signature': {
        const item = this.#open.get(event.index);
        if (item) item.signature = event.signature;
        return '';
      }
      case 'citation':
        return this.#renderCitation(event.index, event.citation);
      case 'part-end':
        return this.#close(event.index);
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
      case 'error':
        return '';
    }
  }

  end(): string {
    const output = this.#output.filter((item) => item !== undefined);
    const response = renderResponseResource(this.#context, {
      stop: this.#stop,
      output,
      usage: this.#usage,
      serviceTier: this.#tier,
    });
    const type = response.status === 'incomplete' ? 'response.incomplete' : 'response.completed';
    return this.#write(type, `"response":${JSON.stringify(response)}`);
  }

  #start(): string {
    const response = JSON.stringify(renderResponseResource(this.#context, { output: [] }));
    return (
      this.#write('response.created', `"response":${response}`) +
      this.#write('response.in_progress', `"response":${response}`)
    );
  }

  #openItem(index: number, part: StreamedPart): string {
    const item = createStreamItem(part, this.#next++, this.#context);
    this.#open.set(index, item);
    const added = this.#writeItem(
      'response.output_item.added',
      item.outputIndex,
      renderBegun(item),
    );
    switch (part.kind) {
      case 'text':
      case 'refusal':
        return added + this.#writePart('response.content_part.added', item);
      case 'thinking':
      case 'tool-call':
        return added;
    }
  }

  #appendDelta(index: number, text: string, logprobs: readonly TokenLogprob[] | undefined): string {
    const item = this.#open.get(index);
    if (!item) return '';
    const isFirst = item.text === '';
    item.text += text;
    const delta = `"delta":${JSON.stringify(text)}`;
    const { part } = item;
    switch (part.kind) {
      case 'text': {
        const tokens = logprobs ? renderTokens(logprobs) : [];
        item.logprobs.push(...tokens);
        const list = `"logprobs":${tokens.length > 0 ? JSON.stringify(tokens) : '[]'}`;
        return this.#writeAt(
          'response.output_text.delta',
          item,
          `"content_index":0,${delta},${list}`,
        );
      }
      case 'refusal':
        return this.#writeAt('response.refusal.delta', item, `"content_index":0,${delta}`);
      case 'thinking': {
        const added = isFirst
          ? this.#writeSummary('response.reasoning_summary_part.added', item, '')
          : '';
        const type = 'response.reasoning_summary_text.delta';
        return added + this.#writeAt(type, item, `"summary_index":0,${delta}`);
      }
      case 'tool-call': {
        const custom = 'response.custom_tool_call_input.delta';
        const type = part.custom ? custom : 'response.function_call_arguments.delta';
        return this.#writeAt(type, item, delta);
      }
    }
  }

  #renderCitation(index: number, citation: Citation): string {
    const item = this.#open.get(index);
    if (!item) return '';
    let text = '';
    for (const annotation of renderAnnotation(citation)) {
      const at = `"content_index":0,"annotation_index":${item.annotations.length}`;
      item.annotations.push(annotation);
      const members = `${at},"annotation":${JSON.stringify(annotation)}`;
      text += this.#writeAt('response.output_text.annotation.added', item, members);
    }
    return text;
  }

  #close(index: number): string {
    const item = this.#open.get(index);
    if (!item) return '';
    this.#open.delete(index);
    const ended = renderEnded(item);
    this.#output[item.outputIndex] = ended;
    return (
      this.#writeDone(item, ended) +
      this.#writeItem('response.output_item.done', item.outputIndex, ended)
    );
  }

  /** Writes the events that precede the item's own done event. */
  #writeDone(item: StreamItem, ended: JsonObject): string {
    const { part, text } = item;
    switch (part.kind) {
      case 'text': {
        const members = `"content_index":0,"text":${JSON.stringify(text)},"logprobs":${JSON.stringify(item.logprobs)}`;
        return (
          this.#writeAt('response.output_text.done', item, members) +
          this.#writePart('response.content_part.done', item)
        );
      }
      case 'refusal': {
        const members = `"content_index":0,"refusal":${JSON.stringify(text)}`;
        return (
          this.#writeAt('response.refusal.done', item, members) +
          this.#writePart('response.content_part.done', item)
        );
      }
      case 'thinking': {
        if (text === '') return '';
        const members = `"summary_index":0,"text":${JSON.stringify(text)}`;
        return (
          this.#writeAt('response.reasoning_summary_text.done', item, members) +
          this.#writeSummary('response.reasoning_summary_part.done', item, text)
        );
      }
      case 'tool-call': {
        if (part.custom) {
          const input = `"input":${JSON.stringify(text)}`;
          return this.#writeAt('response.custom_tool_call_input.done', item, input);
        }
        const args = `"arguments":${JSON.stringify(ended.arguments)},"name":${JSON.stringify(part.name)}`;
        return this.#writeAt('response.function_call_arguments.done', item, args);
      }
    }
  }

  #renderCompletePart(part: Extract<StreamEvent, { type: 'part' }>['part']): string {
    if (part.type === 'audio') return '';
    if (part.type === 'image' && part.source.kind !== 'base64') return '';
    const outputIndex = this.#next++;
    if (part.type === 'web-search') return this.#search(part, outputIndex);
    const item =
      part.type === 'thinking'
        ? renderReasoning(part, reasoningId(this.#context, outputIndex))
        : renderImage(part.source, imageId(this.#context, outputIndex));
    this.#output[outputIndex] = item;
    return (
      this.#writeItem('response.output_item.added', outputIndex, item) +
      this.#writeItem('response.output_item.done', outputIndex, item)
    );
  }

  #search(part: WebSearchPart, outputIndex: number): string {
    const item = renderSearchItem(part, this.#context, outputIndex);
    this.#output[outputIndex] = item;
    const at = { id: item.id as string, outputIndex };
    const steps = ['in_progress', 'searching', ...(part.error === undefined ? ['completed'] : [])];
    return (
      this.#writeItem('response.output_item.added', outputIndex, {
        ...item,
        status: 'in_progress',
      }) +
      steps.map((step) => this.#writeAt(`response.web_search_call.${step}`, at)).join('') +
      this.#writeItem('response.output_item.done', outputIndex, item)
    );
  }

  #writeItem(type: string, outputIndex: number, item: JsonObject): string {
    return this.#write(type, `"output_index":${outputIndex},"item":${JSON.stringify(item)}`);
  }

  #writePart(type: string, item: StreamItem): string {
    return this.#writeAt(
      type,
      item,
      `"content_index":0,"part":${JSON.stringify(renderContent(item))}`,
    );
  }

  #writeSummary(type: string, item: StreamItem, text: string): string {
    const part = JSON.stringify({ type: 'summary_text', text });
    return this.#writeAt(type, item, `"summary_index":0,"part":${part}`);
  }

  #writeAt(type: string, item: Pick<StreamItem, 'id' | 'outputIndex'>, members?: string): string {
    const at = `"item_id":"${item.id}","output_index":${item.outputIndex}`;
    return this.#write(type, members === undefined ? at : `${at},${members}`);
  }

  #write(type: string, members: string): string {
    const sequence = this.#sequence++;
    return `event: ${type}\ndata: {"type":"${type}","sequence_number":${sequence},${members}}\n\n`;
  }
}
