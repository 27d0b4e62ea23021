import { PartWriter } from '../ir/part-writer.ts';
import type { StreamDialectReader } from '../ir/stream-parser.ts';
import type { EmitEvent } from '../ir/stream-event.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readOllamaCalls, readOllamaStop, readOllamaUsage } from './parse-response.ts';

/** Reads the stream of Ollama's own chat API, one JSON object per line; it is complete at done. */
export function readOllamaStream(emit: EmitEvent, id: string): StreamDialectReader {
  const writer = new PartWriter(emit);
  let started = false;
  let finished = false;
  let calls = 0;

  function takeMessage(message: JsonObject): void {
    if (typeof message.thinking === 'string') writer.flow('thinking', message.thinking);
    if (typeof message.content === 'string') writer.flow('text', message.content);
    for (const call of readOllamaCalls(message, id, calls)) {
      calls++;
      writer.openCall(call.id, { kind: 'tool-call', id: call.id, name: call.name });
      writer.appendArguments(call.id, call.args);
    }
  }

  return {
    take(line) {
      if (finished) return;
      if (typeof line.error === 'string') {
        const error = { message: line.error, type: null, code: null, param: null };
        return emit({ type: 'error', error });
      }
      if (!started) {
        started = true;
        emit({ type: 'start', id: '', model: typeof line.model === 'string' ? line.model : '' });
      }
      if (isRecord(line.message)) takeMessage(line.message);
      if (line.done !== true) return;
      finished = true;
      writer.closeAll();
      const usage = readOllamaUsage(line);
      if (usage) emit({ type: 'usage', usage });
      emit({ type: 'finish', stop: readOllamaStop(line.done_reason, writer.hasCalls) });
    },
  };
}
