import { PartWriter } from '../ir/part-writer.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import { recordOf, textOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readDifyUsage } from './parse-response.ts';

/** Reads the stream of a Dify application; it is complete after message_end. */
export function readDifyStream(emit: EmitEvent): StreamDialectReader {
  return new DifyStreamReader(emit);
}

class DifyStreamReader implements StreamDialectReader {
  readonly #emit: EmitEvent;
  readonly #writer: PartWriter;
  #started = false;
  #finished = false;
  #text = '';
  /** Dify's moderation replaced the response. */
  #replaced = false;

  constructor(emit: EmitEvent) {
    this.#emit = emit;
    this.#writer = new PartWriter(emit);
  }

  take(event: JsonObject): void {
    if (this.#finished) return;
    const response = textOf(event.answer);
    switch (event.event) {
      case 'message':
      case 'agent_message':
        this.#start(event);
        return this.#emitText(response);
      case 'message_replace':
        this.#start(event);
        return this.#replace(response);
      case 'reasoning_chunk':
        return this.#writer.flow('thinking', textOf(recordOf(event.data).reasoning));
      case 'workflow_finished':
        return this.#takeWorkflow(recordOf(event.data));
      case 'message_end':
        return this.#finish(event);
      case 'ping':
        return this.#emit({ type: 'ping' });
      default:
        return this.#takeOther(event);
    }
  }

  #start(event: JsonObject): void {
    if (this.#started) return;
    this.#started = true;
    this.#emit({ type: 'start', id: textOf(event.message_id), model: '' });
  }

  #emitText(text: string): void {
    this.#text += text;
    this.#writer.flow('text', text);
  }

  /** Text already sent can't be retracted: only a continuation of it is emitted. */
  #replace(text: string): void {
    this.#replaced = true;
    if (text.startsWith(this.#text)) this.#emitText(text.slice(this.#text.length));
  }

  #takeWorkflow(data: JsonObject): void {
    if (data.status !== 'failed') return;
    const message = textOf(data.error);
    this.#emit({
      type: 'error',
      error: { message, type: 'server_error', code: 'workflow_failed', param: null },
    });
  }

  #finish(event: JsonObject): void {
    this.#finished = true;
    this.#writer.closeAll();
    const usage = readDifyUsage(event.metadata);
    if (usage) this.#emit({ type: 'usage', usage });
    this.#emit({ type: 'finish', stop: { reason: this.#replaced ? 'filter' : 'end' } });
  }

  /** Workflow steps and agent thoughts are ignored. */
  #takeOther(event: JsonObject): void {
    const error = readErrorObject(event, typeof event.event !== 'string');
    if (error) this.#emit({ type: 'error', error });
  }
}
