import { encodeSignature } from '../ir/seal.ts';
import type { Stop, TokenLogprob } from '../ir/response.ts';
import type { Citation, Signature, WebSearchPart } from '../ir/parts.ts';
import type { RenderContext } from '../ir/render-context.ts';
import type { StreamedPart, StreamEvent } from '../ir/stream-event.ts';
import type { StreamRenderer } from '../ir/stream-renderer.ts';
import type { ChatUsage } from '../ir/usage.ts';
import { renderFinishReason } from './finish-reason.ts';
import {
  HIDDEN_TEXT,
  renderResponsePart,
  renderGrounding,
  renderLogprobsResult,
} from './render-response.ts';
import { ParseBudget } from '../json/parse-budget.ts';
import { renderGenerateUsage } from './usage.ts';

/** Writes a stream of generateContent responses as server-sent events. */
export function renderGenerateStream(context: RenderContext): StreamRenderer {
  return new GenerateStreamWriter(context);
}

/** A call is sent in one piece, so its arguments are buffered until it closes. */
interface OpenEntry {
  readonly part: StreamedPart;
  args: string;
  grown?: true;
  signature?: Signature;
}

class GenerateStreamWriter implements StreamRenderer {
  readonly #tail: string;
  readonly #open = new Map<number, OpenEntry>();
  readonly #citations: Citation[] = [];
  readonly #searches: WebSearchPart[] = [];
  readonly #budget = new ParseBudget();
  #usage: ChatUsage | undefined;
  #stop: Stop = { reason: 'end' };

  constructor(context: RenderContext) {
    const model = JSON.stringify(context.model);
    const id = JSON.stringify(context.id);
    this.#tail = `,"modelVersion":${model},"responseId":${id}}\n\n`;
  }

  render(event: StreamEvent): string {
    switch (event.type) {
      case 'part-start':
        this.#open.set(event.index, { part: event.part, args: '' });
        return '';
      case 'delta':
        return this.#appendDelta(event.index, event.text, event.logprobs);
      case 'signature': {
        const entry = this.#open.get(event.index);
        if (entry) entry.signature = event.signature;
        return '';
      }
      case 'citation':
        this.#citations.push(event.citation);
        return '';
      case 'part-end':
        return this.#close(event.index);
      case 'part':
        if (event.part.type === 'web-search') {
          this.#searches.push(event.part);
          return '';
        }
        return this.#chunk(
          JSON.stringify(renderResponsePart(event.part, this.#budget)).slice(1, -1),
        );
      case 'usage':
        this.#usage = event.usage;
        return '';
      case 'finish':
        this.#stop = event.stop;
        return '';
      // Google's client reads only data lines.
      case 'start':
      case 'ping':
      case 'error':
        return '';
    }
  }

  end(): string {
    const reason = renderFinishReason(this.#stop);
    const candidate = {
      content: { role: 'model', parts: [{ text: '' }] },
      finishReason: reason,
      index: 0,
      ...renderGrounding(this.#citations, this.#searches),
    };
    const usage = this.#usage
      ? `,"usageMetadata":${JSON.stringify(renderGenerateUsage(this.#usage))}`
      : '';
    return `data: {"candidates":[${JSON.stringify(candidate)}]${usage}${this.#tail}`;
  }

  #appendDelta(index: number, text: string, logprobs: readonly TokenLogprob[] | undefined): string {
    const entry = this.#open.get(index);
    switch (entry?.part.kind) {
      case 'text':
      case 'refusal': {
        const extra = logprobs
          ? `,"logprobsResult":${JSON.stringify(renderLogprobsResult(logprobs))}`
          : '';
        return this.#chunk(`{"text":${JSON.stringify(text)}}`, extra);
      }
      case 'thinking':
        entry.grown = true;
        return this.#chunk(`{"text":${JSON.stringify(text)},"thought":true}`);
      case 'tool-call':
        entry.args += text;
        return '';
      case undefined:
        return '';
    }
  }

  #close(index: number): string {
    const entry = this.#open.get(index);
    this.#open.delete(index);
    if (!entry) return '';
    const { part, args, signature } = entry;
    if (part.kind === 'tool-call') {
      const { id, name, custom } = part;
      const call = {
        type: 'tool-call' as const,
        id,
        name,
        args,
        custom,
        signature: part.signature,
      };
      return this.#chunk(JSON.stringify(renderResponsePart(call, this.#budget)).slice(1, -1));
    }
    if (part.kind !== 'thinking' || !signature) return '';
    const signatureText = encodeSignature(signature, 'gemini-generate');
    if (signatureText === '') return '';
    const isHidden = !entry.grown && signature.by !== 'gemini-generate';
    const text = isHidden ? HIDDEN_TEXT : '';
    return this.#chunk(JSON.stringify({ text, thought: true, thoughtSignature: signatureText }));
  }

  #chunk(part: string, extra = ''): string {
    if (part === '') return '';
    return `data: {"candidates":[{"content":{"role":"model","parts":[${part}]},"index":0${extra}}]${this.#tail}`;
  }
}
