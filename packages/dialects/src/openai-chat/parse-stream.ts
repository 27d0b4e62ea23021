import { readErrorObject } from '../faults/read-error-object.ts';
import type { Stop } from '../ir/response.ts';
import { PartWriter } from '../ir/part-writer.ts';
import { type Citation, UNSIGNED } from '../ir/parts.ts';
import { readSignature } from '../ir/seal.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import { decodeText, isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import {
  isBroken,
  readAnnotations,
  readCallSignature,
  readFinish,
  readLogprobs,
} from './parse-response.ts';
import { textsIn, thoughtsIn } from './parse-thinking.ts';
import { readSources } from './read-sources.ts';
import { readUpstreamUsage } from './usage.ts';
import { recordOf, textOf } from '../json/loose-values.ts';

const DONE = '[DONE]';

/**
 * Reads the stream of a chat completions upstream. The finish is emitted at [DONE], or at the end of the
 * bytes if only a finish reason arrived. `id` is used for calls without ids.
 */
export function readChatStream(emit: EmitEvent, id: string): StreamDialectReader {
  return new ChatStreamReader(emit, id);
}

class ChatStreamReader implements StreamDialectReader {
  readonly #emit: EmitEvent;
  readonly #id: string;
  readonly #writer: PartWriter;
  readonly #ids = new Map<number, string>();
  #started = false;
  #finished = false;
  /** The thoughts' text arrives in a member of its own; the details then repeat it. */
  #hasPlainThoughts = false;
  /** Content arrived as deltas: a whole message at the end repeats it (MiniMax). */
  #hasDeltas = false;
  /** Search results, held until the end of the text based on them. */
  #sources: readonly Citation[] = [];
  /** There is text without citations of its own. */
  #hasText = false;
  #stop: Stop | undefined;
  #tier: string | undefined;

  constructor(emit: EmitEvent, id: string) {
    this.#emit = emit;
    this.#id = id;
    this.#writer = new PartWriter(emit, UNSIGNED);
  }

  get stopped(): boolean {
    return this.#stop !== undefined;
  }

  take(chunk: JsonObject): void {
    if (this.#finished) return;
    const choices = Array.isArray(chunk.choices) ? (chunk.choices as unknown[]) : [];
    if (choices.length === 0 || chunk.error !== undefined) {
      const error = readErrorObject(chunk, false);
      if (error) return this.#emit({ type: 'error', error });
    }
    if (!this.#started) {
      this.#started = true;
      this.#emit({ type: 'start', id: textOf(chunk.id), model: textOf(chunk.model) });
    }
    for (const choice of choices) {
      // A translated stream only ever requests one choice.
      if (isRecord(choice) && (choice.index ?? 0) === 0) this.#takeChoice(choice);
    }
    this.#takeUsage(chunk.usage);
    if (typeof chunk.service_tier === 'string') this.#tier = chunk.service_tier;
    const sources = readSources(chunk);
    if (sources.length > 0) this.#sources = sources;
  }

  takeText(bytes: Uint8Array): void {
    if (bytes.length === DONE.length && decodeText(bytes).toUpperCase() === DONE) this.#finish();
  }

  end(): void {
    if (this.#stop) this.#finish();
  }

  #takeUsage(raw: unknown): void {
    const usage = raw ? readUpstreamUsage(raw) : undefined;
    if (usage) this.#emit({ type: 'usage', usage });
  }

  #takeChoice(choice: JsonObject): void {
    if (isRecord(choice.delta)) this.#hasDeltas = true;
    const delta = this.#hasDeltas ? choice.delta : choice.message;
    const logprobs = choice.logprobs ? readLogprobs(choice.logprobs) : undefined;
    if (isRecord(delta)) this.#takeDelta(delta, logprobs);
    if (choice.usage) this.#takeUsage(choice.usage);
    const reason = choice.finish_reason;
    if (typeof reason !== 'string' || reason === '' || reason === 'null') return;
    if (isBroken(reason)) {
      const message = 'The model stopped before the end of its answer.';
      return this.#emit({
        type: 'error',
        error: { message, type: null, code: reason, param: null },
      });
    }
    this.#stop = readFinish(reason, this.#writer.hasCalls, this.#writer.hasRefusal);
  }

  #takeDelta(delta: JsonObject, logprobs: ReturnType<typeof readLogprobs>): void {
    const writer = this.#writer;
    this.#takeThinking(delta);
    const text = textsIn(delta.content);
    if (text !== '') this.#hasText = true;
    writer.flow('text', text, logprobs);
    if (typeof delta.refusal === 'string') writer.flow('refusal', delta.refusal);
    for (const citation of readAnnotations(delta.annotations)) {
      writer.cite(citation);
      this.#hasText = false;
    }
    if (Array.isArray(delta.tool_calls)) {
      for (const [position, call] of (delta.tool_calls as unknown[]).entries()) {
        if (isRecord(call)) this.#takeCall(call, position);
      }
    }
    if (isRecord(delta.function_call)) this.#takeCall({ function: delta.function_call }, 0);
  }

  /** Reads text from one of its possible members, and signatures from the details. */
  #takeThinking(delta: JsonObject): void {
    const text = delta.reasoning_content ?? delta.reasoning ?? thoughtsIn(delta.content);
    if (typeof text === 'string' && text !== '') {
      this.#hasPlainThoughts = true;
      this.#writer.flow('thinking', text);
    }
    if (!Array.isArray(delta.reasoning_details)) return;
    for (const detail of delta.reasoning_details as unknown[]) {
      if (!isRecord(detail)) continue;
      const value = detail.signature ?? detail.data;
      if (!this.#hasPlainThoughts && typeof detail.text === 'string') {
        this.#writer.flow('thinking', detail.text);
      }
      if (typeof value === 'string' && value !== '') {
        this.#writer.sign(readSignature(value, 'openai-chat'));
      }
    }
  }

  #takeCall(call: JsonObject, position: number): void {
    const key = typeof call.index === 'number' ? call.index : position;
    const isCustom = isRecord(call.custom);
    const inner = isCustom ? call.custom : call.function;
    const members = recordOf(inner);
    const shownId = textOf(call.id);
    const name = textOf(members.name);
    // Some servers give every call index 0: a new id with a name is a new call.
    if (
      !this.#writer.isOpenCall(key) ||
      (shownId !== '' && name !== '' && this.#isOther(key, shownId))
    ) {
      this.#writer.openCall(key, {
        kind: 'tool-call',
        name,
        id: shownId || `call_${this.#id}_${key}`,
        ...readCallSignature(call),
        ...(isCustom ? { custom: true as const } : {}),
      });
      this.#ids.set(key, shownId);
    }
    const fragment = isCustom ? members.input : members.arguments;
    if (typeof fragment === 'string') this.#writer.appendArguments(key, fragment);
    else if (isRecord(fragment)) this.#writer.appendArguments(key, JSON.stringify(fragment));
  }

  #isOther(key: number, id: string): boolean {
    return this.#ids.get(key) !== id;
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    if (this.#hasText && !this.#writer.hasCalls)
      for (const source of this.#sources) this.#writer.cite(source);
    this.#writer.closeAll();
    const stop = this.#stop ?? readFinish('stop', this.#writer.hasCalls, this.#writer.hasRefusal);
    this.#emit({ type: 'finish', stop, serviceTier: this.#tier });
  }
}
