import { readErrorObject } from '../faults/read-error-object.ts';
import type { Stop } from '../ir/response.ts';
import { PartWriter } from '../ir/part-writer.ts';
import type { Part, WebSearchPart } from '../ir/parts.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readFinishReason } from './finish-reason.ts';
import { member } from './member.ts';
import {
  firstCandidate,
  readResponsePart,
  readGrounding,
  readLogprobsResult,
  readSearch,
} from './parse-response.ts';
import { readGenerateUsage } from './usage.ts';
import { recordOf, textOf } from '../json/loose-values.ts';

/**
 * Reads the stream of a generateContent upstream (alt=sse). There is no end event: it is complete when its
 * bytes end after a finish reason or a blocked prompt. `id` is used for calls without ids.
 */
export function readGenerateStream(emit: EmitEvent, id: string): StreamDialectReader {
  return new GenerateStreamReader(emit, id);
}

class GenerateStreamReader implements StreamDialectReader {
  readonly #emit: EmitEvent;
  readonly #writer: PartWriter;
  readonly #id: string;
  #calls = 0;
  #started = false;
  #stop: Stop | undefined;
  #search: WebSearchPart | undefined;

  constructor(emit: EmitEvent, id: string) {
    this.#emit = emit;
    this.#id = id;
    this.#writer = new PartWriter(emit);
  }

  get stopped(): boolean {
    return this.#stop !== undefined;
  }

  take(chunk: JsonObject): void {
    const candidate = firstCandidate(chunk);
    if (!candidate && isRecord(chunk.error)) {
      const error = readErrorObject(chunk, true);
      if (error) return this.#emit({ type: 'error', error });
    }
    if (!this.#started) {
      this.#started = true;
      const id = textOf(member(chunk, 'responseId'));
      this.#emit({ type: 'start', id, model: textOf(member(chunk, 'modelVersion')) });
    }
    if (candidate) this.#takeCandidate(candidate);
    else if (isRecord(member(chunk, 'promptFeedback'))) this.#stop = { reason: 'filter' };
    const usage = readGenerateUsage(member(chunk, 'usageMetadata'));
    if (usage) this.#emit({ type: 'usage', usage });
  }

  end(): void {
    if (!this.#stop) return;
    // Only known once the response has ended, except for upstreams that report it several times.
    if (this.#search) this.#writer.completePart(this.#search);
    this.#writer.closeAll();
    this.#emit({ type: 'finish', stop: this.#stop });
  }

  #takeCandidate(candidate: JsonObject): void {
    const content = recordOf(candidate.content);
    const list: unknown = content.parts;
    let logprobs = readLogprobsResult(member(candidate, 'logprobsResult'));
    for (const value of Array.isArray(list) ? (list as unknown[]) : []) {
      if (!isRecord(value)) continue;
      const parts = readResponsePart(value, () => `call_${this.#id}_${this.#calls++}`);
      for (const part of parts) {
        this.#takePart(part, logprobs);
        // They cover all texts of the chunk.
        if (part.type === 'text') logprobs = undefined;
      }
    }
    for (const citation of readGrounding(candidate)) this.#writer.cite(citation);
    this.#search = readSearch(candidate) ?? this.#search;
    const reason = member(candidate, 'finishReason');
    if (typeof reason !== 'string' || reason === 'FINISH_REASON_UNSPECIFIED') return;
    this.#stop = readFinishReason(reason, this.#writer.hasCalls);
  }

  #takePart(part: Part, logprobs: ReturnType<typeof readLogprobsResult>): void {
    const writer = this.#writer;
    switch (part.type) {
      case 'text':
        writer.flow('text', part.text, logprobs);
        if (part.signature) writer.signFlow(part.signature);
        return;
      case 'thinking':
        writer.flow('thinking', part.text);
        if (part.signature) writer.sign(part.signature);
        return;
      case 'tool-call': {
        const { id, name, signature } = part;
        // A call arrives in one piece; its complete arguments close it at once.
        writer.openCall(id, { kind: 'tool-call', id, name, ...(signature ? { signature } : {}) });
        return writer.appendArguments(id, part.args);
      }
      case 'image':
      case 'audio':
        return writer.completePart(part);
      case 'file':
      case 'video':
      case 'refusal':
      case 'tool-result':
    }
  }
}
