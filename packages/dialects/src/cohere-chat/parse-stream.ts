import { PartWriter } from '../ir/part-writer.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readCohereFinish, readCohereUsage } from './parse-response.ts';
import { recordOf, textOf } from '../json/loose-values.ts';

/** Reads the stream of Cohere's v2 chat; it is complete after message-end. */
export function readCohereStream(emit: EmitEvent): StreamDialectReader {
  return new CohereStreamReader(emit);
}

class CohereStreamReader implements StreamDialectReader {
  readonly #emit: EmitEvent;
  readonly #writer: PartWriter;
  #finished = false;

  constructor(emit: EmitEvent) {
    this.#emit = emit;
    this.#writer = new PartWriter(emit);
  }

  take(event: JsonObject): void {
    if (this.#finished) return;
    const delta = recordOf(event.delta);
    const message = recordOf(delta.message);
    switch (event.type) {
      case 'message-start':
        return this.#emit({ type: 'start', id: textOf(event.id), model: '' });
      case 'content-delta':
        return this.#takeContent(recordOf(message.content));
      case 'content-end':
        return this.#writer.closeFlow();
      case 'tool-plan-delta':
        return this.#writer.flow('thinking', textOf(message.tool_plan));
      case 'tool-call-start':
      case 'tool-call-delta':
        return this.#takeCall(event, recordOf(message.tool_calls));
      case 'message-end':
        return this.#finish(delta);
      default:
        return this.#takeOther(event);
    }
  }

  #takeContent(content: JsonObject): void {
    this.#writer.flow('thinking', textOf(content.thinking));
    this.#writer.flow('text', textOf(content.text));
  }

  #takeCall(event: JsonObject, call: JsonObject): void {
    const key = typeof event.index === 'number' ? event.index : 0;
    const inner = recordOf(call.function);
    if (event.type === 'tool-call-start') {
      const part = { kind: 'tool-call' as const, id: textOf(call.id), name: textOf(inner.name) };
      this.#writer.openCall(key, part);
    }
    this.#writer.appendArguments(key, textOf(inner.arguments));
  }

  #finish(delta: JsonObject): void {
    if (typeof delta.error === 'string' || delta.finish_reason === 'ERROR') {
      const message = textOf(delta.error);
      return this.#emit({
        type: 'error',
        error: { message, type: 'server_error', code: null, param: null },
      });
    }
    this.#finished = true;
    this.#writer.closeAll();
    const usage = readCohereUsage(delta.usage);
    if (usage) this.#emit({ type: 'usage', usage });
    this.#emit({ type: 'finish', stop: readCohereFinish(delta.finish_reason) });
  }

  /** Citations and debug events are ignored; an error has no type. */
  #takeOther(event: JsonObject): void {
    if (typeof event.type === 'string') return;
    const error = readErrorObject(event, true);
    if (error) this.#emit({ type: 'error', error });
  }
}
